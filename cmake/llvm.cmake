# LLVM of the one major version that tools/versions.env names, as Debian's shared library: static linking would add
# minutes to every build. LLVM's own version file accepts no bare major version, so the check is here.
find_package(LLVM REQUIRED CONFIG HINTS "/usr/lib/llvm-${SSDC_LLVM_MAJOR}/lib/cmake/llvm")
if(NOT LLVM_VERSION_MAJOR EQUAL SSDC_LLVM_MAJOR)
  message(FATAL_ERROR "LLVM ${SSDC_LLVM_MAJOR} is needed, ${LLVM_VERSION} was found in ${LLVM_DIR}; set LLVM_DIR")
endif()

# LLVM of the one major version that tools/versions.env names. Builds link Debian's shared library: static linking would
# add seconds to every link. A package that must work without Debian's LLVM links the parts that it needs (SSDC_STATIC_LLVM).
# LLVM's own version file accepts no bare major version, so the check is here.
find_package(LLVM REQUIRED CONFIG HINTS "/usr/lib/llvm-${SSDC_LLVM_MAJOR}/lib/cmake/llvm")
if(NOT LLVM_VERSION_MAJOR EQUAL SSDC_LLVM_MAJOR)
  message(FATAL_ERROR "LLVM ${SSDC_LLVM_MAJOR} is needed, ${LLVM_VERSION} was found in ${LLVM_DIR}; set LLVM_DIR")
endif()
option(SSDC_STATIC_LLVM "Links LLVM's static libraries, for this machine's processors only" OFF)
set(SSDC_LLVM_LIBRARIES LLVM)
if(SSDC_STATIC_LLVM)
  llvm_map_components_to_libnames(SSDC_LLVM_LIBRARIES bitreader linker nativecodegen orcjit passes)
endif()

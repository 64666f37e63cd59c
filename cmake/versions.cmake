# Defines a variable SSDC_NAME for each version in tools/versions.env, so that each version is stated in one place only.
file(STRINGS "${CMAKE_SOURCE_DIR}/tools/versions.env" _version_lines REGEX "^[A-Z_]+=")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tools/versions.env")
foreach(_line IN LISTS _version_lines)
  string(REGEX MATCH "^([A-Z_]+)=(.*)$" _ "${_line}")
  set(SSDC_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
endforeach()

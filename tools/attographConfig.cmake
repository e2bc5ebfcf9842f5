# What find_package(attograph) gives: attograph::attograph and attograph_add_plugin. The build of
# Attograph itself includes it too, for its own plug-ins.
if(NOT TARGET attograph::attograph)
  include(CMakeFindDependencyMacro)
  find_dependency(xtensor)
  include(${CMAKE_CURRENT_LIST_DIR}/attographTargets.cmake)
endif()

# attograph_add_plugin(name files...): a shared object with operators, for `atto --plugin name.so`.
function(attograph_add_plugin name)
  add_library(${name} MODULE ${ARGN})
  target_link_libraries(${name} PRIVATE attograph::attograph)
  set_target_properties(${name} PROPERTIES PREFIX "")
  if(NOT CMAKE_BUILD_TYPE)
    target_compile_options(${name} PRIVATE -O3)  # arrays of xtensor are very slow without
  endif()
endfunction()

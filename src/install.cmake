# What a C++ program outside this tree links: the rooms below the operations, as trestle::trestle. docs/embedding.md
# shows one.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(embedded_rooms base value expression json partiql storage capacity stream history table backup auth http client objects
  transfer exchange operation)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/trestle)
foreach(room IN LISTS embedded_rooms)
  install(TARGETS room_${room} EXPORT trestle ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  set_target_properties(room_${room} PROPERTIES OUTPUT_NAME trestle_${room} EXPORT_NAME ${room})
  install(DIRECTORY ${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/trestle
          FILES_MATCHING PATTERN "*.h" PATTERN "*_for_test.h" EXCLUDE PATTERN "*_testing.h" EXCLUDE)
endforeach()
set_target_properties(room_operation PROPERTIES EXPORT_NAME trestle)

# Requests name the fields that they set and leave the others as they are.
target_compile_options(room_operation INTERFACE $<INSTALL_INTERFACE:-Wno-missing-field-initializers>)

install(EXPORT trestle NAMESPACE trestle:: DESTINATION ${package_folder} FILE trestleTargets.cmake)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/trestleConfig.cmake "include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(fmt)
find_dependency(spdlog)
find_dependency(simdjson)
include(\${CMAKE_CURRENT_LIST_DIR}/trestleTargets.cmake)
")
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/trestleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/trestleConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/trestleConfigVersion.cmake
        DESTINATION ${package_folder})
install(TARGETS trestle RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

# Access patterns of a model beside the same operations without one.
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
add_executable(patterns_bench EXCLUDE_FROM_ALL patterns.cc side_by_side.cc)
target_link_libraries(patterns_bench PRIVATE ${PROGRAM_ALLOCATOR} room_repository CLI11::CLI11 fmt::fmt)

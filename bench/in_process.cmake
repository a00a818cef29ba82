# Operations in process beside bare RocksDB.
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
add_executable(in_process_bench EXCLUDE_FROM_ALL in_process.cc raw_store.cc side_by_side.cc)
target_link_libraries(in_process_bench PRIVATE ${PROGRAM_ALLOCATOR} room_operation CLI11::CLI11 fmt::fmt)

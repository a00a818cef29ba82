# A bound to hold a server against; docs/performance.md shows how.
add_executable(bare_server bare_server.cc)
target_link_libraries(bare_server PRIVATE room_http room_storage)

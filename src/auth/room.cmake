target_link_libraries(room_auth PRIVATE crypto)

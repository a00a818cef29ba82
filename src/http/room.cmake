target_link_libraries(room_http PRIVATE z ssl crypto)

target_link_libraries(room_transfer PRIVATE z zstd)

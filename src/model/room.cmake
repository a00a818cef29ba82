target_link_libraries(room_model PRIVATE re2)

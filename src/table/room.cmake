find_library(XXHASH xxhash REQUIRED)
target_link_libraries(room_table PRIVATE ${XXHASH})

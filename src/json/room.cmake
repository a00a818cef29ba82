find_package(simdjson REQUIRED)
# Public: its definitions decide how large its types are, and those who use ours hold some.
target_link_libraries(room_json PUBLIC simdjson::simdjson)

find_package(spdlog REQUIRED)
find_package(fmt REQUIRED)
target_link_libraries(room_base PRIVATE spdlog::spdlog fmt::fmt)

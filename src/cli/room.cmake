target_compile_definitions(room_cli PRIVATE TRESTLE_VERSION="${PROJECT_VERSION}")

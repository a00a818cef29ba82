# The shapes of requests become tables when the project is built.
set(api_folder ${CMAKE_CURRENT_BINARY_DIR}/generated/protocol)
set(api_files ${CMAKE_CURRENT_SOURCE_DIR}/protocol/api/dynamodb-api.json
              ${CMAKE_CURRENT_SOURCE_DIR}/protocol/api/dynamodb-streams-api.json)
set(api_generator ${PROJECT_SOURCE_DIR}/tools/generate_shapes.py)
add_custom_command(
  OUTPUT ${api_folder}/api.cc ${api_folder}/api.h
  COMMAND /usr/bin/python3 ${api_generator} ${api_folder} ${api_files}
  DEPENDS ${api_generator} ${api_files}
  COMMENT "Generating the tables of the API's shapes"
  VERBATIM)
add_custom_target(protocol_api DEPENDS ${api_folder}/api.h)
target_sources(room_protocol PRIVATE ${api_folder}/api.cc)
target_include_directories(room_protocol PUBLIC ${CMAKE_CURRENT_BINARY_DIR}/generated)
target_link_libraries(room_protocol PRIVATE z)
add_dependencies(room_protocol protocol_api)

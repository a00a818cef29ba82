# The systems' folders become texts of the program.
set(system_names ecobid glad hotel todo venue)
set(system_files)
set(system_folders)
foreach(name IN LISTS system_names)
  list(APPEND system_folders ${CMAKE_CURRENT_SOURCE_DIR}/systems/${name})
  list(APPEND system_files ${CMAKE_CURRENT_SOURCE_DIR}/systems/${name}/${name}.trestle.toml
    ${CMAKE_CURRENT_SOURCE_DIR}/systems/${name}/demo.json
    ${CMAKE_CURRENT_SOURCE_DIR}/systems/${name}/load.txt)
endforeach()
set(system_texts ${CMAKE_CURRENT_BINARY_DIR}/generated/systems/texts.cc)
set(system_embedder ${PROJECT_SOURCE_DIR}/tools/embed_systems.py)
add_custom_command(
  OUTPUT ${system_texts}
  COMMAND /usr/bin/python3 ${system_embedder} ${system_texts} ${system_folders}
  DEPENDS ${system_embedder} ${system_files}
  COMMENT "Taking in the systems' models, demo data and loads"
  VERBATIM)
target_sources(room_systems PRIVATE ${system_texts})

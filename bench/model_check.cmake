# How long `trestle model check` takes; bench/README.md says how to run it.
find_package(fmt REQUIRED)
add_executable(model_check_bench model_check.cc)
target_link_libraries(model_check_bench PRIVATE room_model fmt::fmt)

# RocksDB goes into the program whole: calls within it then go straight, which saves a tenth of the instructions of a read, and
# a start has less to link. The release has one built for it (scripts/rocksdb). Under the sanitizers it stays Debian's library,
# with its assertions, whose name their suppressions know.
set(release_rocksdb ${CMAKE_SOURCE_DIR}/build/rocksdb/librocksdb.a)
find_library(ROCKSDB_ARCHIVE librocksdb.a)
if(EXISTS ${release_rocksdb} AND CMAKE_BUILD_TYPE STREQUAL Release)
  include(GNUInstallDirs)
  install(FILES ${release_rocksdb} DESTINATION ${CMAKE_INSTALL_LIBDIR} RENAME libtrestle_rocksdb.a)
  target_link_libraries(room_storage PRIVATE $<BUILD_INTERFACE:${release_rocksdb}>
    $<INSTALL_INTERFACE:$<INSTALL_PREFIX>/${CMAKE_INSTALL_LIBDIR}/libtrestle_rocksdb.a> lz4 dl)
elseif(ROCKSDB_ARCHIVE AND NOT TRESTLE_SANITIZE)
  target_link_libraries(room_storage PRIVATE ${ROCKSDB_ARCHIVE} snappy lz4 zstd bz2 z gflags dl)
else()
  target_link_libraries(room_storage PRIVATE rocksdb)
endif()

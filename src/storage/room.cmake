# RocksDB goes into the program whole: calls within it then go straight, which saves a tenth of the instructions of a read, and
# a start has less to link. Under the sanitizers it stays a library, whose name their suppressions know.
find_library(ROCKSDB_ARCHIVE librocksdb.a)
if(ROCKSDB_ARCHIVE AND NOT TRESTLE_SANITIZE)
  target_link_libraries(room_storage PRIVATE ${ROCKSDB_ARCHIVE} snappy lz4 zstd bz2 z gflags dl)
else()
  target_link_libraries(room_storage PRIVATE rocksdb)
endif()

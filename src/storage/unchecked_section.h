#pragma once

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TRESTLE_THREAD_SANITIZER 1
#endif
#endif

#ifdef TRESTLE_THREAD_SANITIZER
extern "C" {
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
}
#endif

namespace trestle {

// For the time of a call into RocksDB that hands memory from thread to thread. The library is not
// built with ThreadSanitizer, which does not see how it does so and would report a race.
class UncheckedSection {
 public:
#ifdef TRESTLE_THREAD_SANITIZER
  UncheckedSection() {
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  }
  ~UncheckedSection() {
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
  }
#else
  UncheckedSection() {}  // not defaulted, so that a section is not an unused variable
#endif
  UncheckedSection(const UncheckedSection&) = delete;
  UncheckedSection& operator=(const UncheckedSection&) = delete;
};

}  // namespace trestle

#pragma once

#include <mutex>
#include <shared_mutex>

#if defined(__clang__)
#define TRESTLE_THREAD_ANNOTATION(x) __attribute__((x))
#else
#define TRESTLE_THREAD_ANNOTATION(x)
#endif
#define TRESTLE_CAPABILITY(x) TRESTLE_THREAD_ANNOTATION(capability(x))
#define TRESTLE_SCOPED_CAPABILITY TRESTLE_THREAD_ANNOTATION(scoped_lockable)
#define TRESTLE_GUARDED_BY(x) TRESTLE_THREAD_ANNOTATION(guarded_by(x))
#define TRESTLE_REQUIRES(...) TRESTLE_THREAD_ANNOTATION(requires_capability(__VA_ARGS__))
#define TRESTLE_REQUIRES_SHARED(...) \
  TRESTLE_THREAD_ANNOTATION(requires_shared_capability(__VA_ARGS__))
#define TRESTLE_EXCLUDES(...) TRESTLE_THREAD_ANNOTATION(locks_excluded(__VA_ARGS__))
#define TRESTLE_ACQUIRE(...) TRESTLE_THREAD_ANNOTATION(acquire_capability(__VA_ARGS__))
#define TRESTLE_ACQUIRE_SHARED(...) \
  TRESTLE_THREAD_ANNOTATION(acquire_shared_capability(__VA_ARGS__))
#define TRESTLE_RELEASE(...) TRESTLE_THREAD_ANNOTATION(release_capability(__VA_ARGS__))
#define TRESTLE_RELEASE_SHARED(...) \
  TRESTLE_THREAD_ANNOTATION(release_shared_capability(__VA_ARGS__))
#define TRESTLE_RELEASE_GENERIC(...) \
  TRESTLE_THREAD_ANNOTATION(release_generic_capability(__VA_ARGS__))
#define TRESTLE_NO_THREAD_SAFETY_ANALYSIS TRESTLE_THREAD_ANNOTATION(no_thread_safety_analysis)

namespace trestle {

// std::mutex with the annotations that let the clang build check who holds it.
class TRESTLE_CAPABILITY("mutex") Mutex {
 public:
  void lock() TRESTLE_ACQUIRE() { mutex_.lock(); }
  void unlock() TRESTLE_RELEASE() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

class TRESTLE_SCOPED_CAPABILITY MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) TRESTLE_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
  ~MutexLock() TRESTLE_RELEASE() { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

class TRESTLE_CAPABILITY("shared mutex") SharedMutex {
 public:
  void lock() TRESTLE_ACQUIRE() { mutex_.lock(); }
  void unlock() TRESTLE_RELEASE() { mutex_.unlock(); }
  void lock_shared() TRESTLE_ACQUIRE_SHARED() { mutex_.lock_shared(); }
  void unlock_shared() TRESTLE_RELEASE_SHARED() { mutex_.unlock_shared(); }

 private:
  std::shared_mutex mutex_;
};

class TRESTLE_SCOPED_CAPABILITY ReaderLock {
 public:
  explicit ReaderLock(SharedMutex& mutex) TRESTLE_ACQUIRE_SHARED(mutex) : mutex_(mutex) {
    mutex_.lock_shared();
  }
  ~ReaderLock() TRESTLE_RELEASE_GENERIC() { mutex_.unlock_shared(); }
  ReaderLock(const ReaderLock&) = delete;
  ReaderLock& operator=(const ReaderLock&) = delete;

 private:
  SharedMutex& mutex_;
};

class TRESTLE_SCOPED_CAPABILITY WriterLock {
 public:
  explicit WriterLock(SharedMutex& mutex) TRESTLE_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
  ~WriterLock() TRESTLE_RELEASE() { mutex_.unlock(); }
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  SharedMutex& mutex_;
};

}  // namespace trestle

#pragma once

namespace trestle::bench {

// Runs `work` in a thread that lies at the same address in every process, and waits for it. RocksDB
// seeds the random heights of its skip lists with the address of the thread, which otherwise
// depends on what libraries the program happens to load: counts would differ by some percent.
void RunInFixedThread(void (*work)());

}  // namespace trestle::bench

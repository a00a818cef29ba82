#pragma once

#include <chrono>

namespace trestle {

// For how long the calling thread asks to run at a stretch where several want a processor. Of those
// that wait, the system lets the one run first whose stretch would end first: who asks for little
// is soon served, who asks for much lets others go before it, and all get their share. For threads
// of ordinary priority on Linux 6.12 and later, 0.1 to 100 ms; elsewhere nothing changes.
void SetTimeSlice(std::chrono::microseconds slice);

}  // namespace trestle

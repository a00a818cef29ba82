#include "http/handler.h"

#include "base/check.h"
#include "http/refusal.h"

namespace trestle::http {

Responder::~Responder() {
  if (target_) target_->Reply(RefusalResponse(messages::NoAnswer()));
}

Responder& Responder::operator=(Responder&& other) noexcept {
  Responder replaced(std::exchange(target_, std::exchange(other.target_, nullptr)));
  return *this;
}

void Responder::Send(Response response) {
  TRESTLE_CHECK(target_ != nullptr);
  std::exchange(target_, nullptr)->Reply(std::move(response));
}

}  // namespace trestle::http

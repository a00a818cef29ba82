#pragma once

#include <concepts>
#include <type_traits>

#include "stream/change.h"

namespace trestle {

// A stamp's members, as record.h wants them: it is part of records of several rooms.
template <class Visitor, class T>
requires std::same_as<std::remove_const_t<T>, ChangeStamp>
void Members(Visitor& visit, T& stamp) {
  visit("Time", stamp.time);
  visit("Number", stamp.number);
}

}  // namespace trestle

#include "client/endpoint.h"

#include <gtest/gtest.h>

namespace trestle::client {
namespace {

TEST(EndpointTest, ReadsUrls) {
  EXPECT_EQ(Endpoint::Parse("http://127.0.0.1:8000")->host(), "127.0.0.1:8000");
  EXPECT_EQ(Endpoint::Parse("http://localhost/")->url(), "http://localhost");
  EXPECT_EQ(Endpoint::Parse("http://[::1]:8000/")->host(), "[::1]:8000");
}

TEST(EndpointTest, FindsLocalAddresses) {
  for (const std::string_view url : {"http://127.0.0.1:8000", "http://[::1]:8000"}) {
    Result<Endpoint> endpoint = Endpoint::Parse(url);
    ASSERT_TRUE(endpoint);
    EXPECT_TRUE(endpoint->Resolve()) << url;
  }
}

TEST(EndpointTest, RefusesWhatIsNoEndpoint) {
  for (const std::string_view url :
       {"", "127.0.0.1:8000", "http://", "http://:8000", "http://host:0", "http://host:65536",
        "http://host:80x", "http://host/path", "http://a b", "http://host:8000\r\nX: y"}) {
    EXPECT_FALSE(Endpoint::Parse(url)) << url;
  }
}

TEST(EndpointTest, KnowsWhetherTlsIsAskedFor) {
  EXPECT_FALSE(Endpoint::Parse("http://127.0.0.1")->secure());
  EXPECT_TRUE(Endpoint::Parse("https://127.0.0.1:8000")->secure());
}

}  // namespace
}  // namespace trestle::client

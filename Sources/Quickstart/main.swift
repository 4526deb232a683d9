import Foundation
import MirrorMap

struct Addr: Mappable {
  @Mapped("zip") var zip: String
  @Mapped var n: Int = 3
}
struct User: Mappable {
  @Mapped("id") var id: Int
  @Mapped("profile.name") var name: String
  @Mapped("addresses.0.zip") var zip: String?
  @Mapped("created_at", transform: .iso8601) var createdAt: Date
  @Mapped("tags") var tags: [String] = []
  @Mapped var email: String?
  @Mapped("dates", transform: .unixSeconds) var dates: [String: [Date]]?
  @Mapped("addresses") var addresses: [Addr]
}
let text =
  #"{"id":1,"profile":{"name":"Ada"},"addresses":[{"zip":"123"}],"created_at":"2024-02-29T12:34:56Z","email":null,"dates":{"a":[1,2.5]}}"#
do {
  var u = try User.decode(from: text)
  print(u)
  u.tags.append("x")
  print(try u.encodeString())
  print(try u.encodeString(options: [.prettyPrinted, .sortedKeys]))
  for bad in [
    "{}", "", #"{"id":1.5}"#, #"{"id":1,"profile":{"name":3}}"#,
    #"{"id":1,"addresses":[{"zip":"a"},{"zip":null}]}"#, #"{"id":01}"#, #"{"id":1,"x":"\ud800"}"#,
    #"{"id":1,"id":2}"#, #"{"created_at":"hello"}"#,
  ] {
    do { _ = try User.decode(from: bad) } catch { print(error) }
  }
  print(try User().encodeString())
} catch { print("ERR", error) }

import Checking
import MirrorMap
import PublicModels

struct Ticket: Mappable {
  @Mapped("id") var id: Int
  @Mapped var text: String = ""
}
final class Badge: Mappable {
  @Mapped("id") var id: Int
}
final class Guard: Person {
  @Mapped("badge") var badge: Int
}

@main
struct StrippedMetadata {
  static func main() {
    var checks = Checks("StrippedMetadata")
    let cause =
      " cannot be mapped: its reflection metadata is stripped; "
      + "build without -disable-reflection-metadata"
    checks.fails("Ticket" + cause) { _ = try Ticket.decode(from: "{}") }
    checks.fails("Ticket" + cause) { _ = try [Ticket?].decode(from: "no JSON") }
    checks.fails("Ticket" + cause) { _ = try Ticket().encode() }
    checks.fails("Badge" + cause) { _ = try Badge.decode(from: "{}") }
    checks.fails("Guard" + cause) { _ = try Guard.decode(from: #"{"id":1}"#) }
    checks.trips(Address.self, #"{"street":"s"}"#)
    checks.finish()
  }
}

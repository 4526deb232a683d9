import Checking
import MirrorMap
import PublicModels

struct Ticket: Mappable {
  @Mapped("id") var id: Int
  @Mapped var text: String = ""
}
final class Guard: Person {
  @Mapped("badge") var badge: Int
}

@main
struct StrippedNames {
  static func main() {
    var checks = Checks("StrippedNames")
    let cause =
      " cannot be mapped: a mapped property has no name; build without -disable-reflection-names"
    checks.fails("Ticket" + cause) { _ = try Ticket.decode(from: "{}") }
    checks.fails("Guard" + cause) { _ = try Guard.decode(from: #"{"id":1}"#) }
    checks.trips(Address.self, #"{"street":"s"}"#)
    checks.finish()
  }
}

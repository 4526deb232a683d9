import MirrorMap
import Testing

struct RegistryChangeTests {
  class Pet: Mappable {
    @Mapped var name: String
    required init() {}
  }

  static let pets = ModelRegistry<Pet>(.internal(tag: "kind")).adding(Pet.self, as: "pet")

  struct Home: Mappable {
    @Mapped("pets", transform: RegistryChangeTests.pets) var pets: [Pet]
    @Mapped("best", transform: RegistryChangeTests.pets) var best: Pet?
    @Mapped("rooms", transform: RegistryChangeTests.pets) var rooms: [String: [Pet]] = [:]
  }

  private func home() throws -> Home {
    try Home.decode(
      from: #"""
        {"pets": [{"kind": "pet", "name": "a"}], "best": {"kind": "pet", "name": "b"},
         "rooms": {"r": [{"kind": "pet", "name": "c"}]}}
        """#)
  }

  @Test func objectsThatChangeInsideOfACodingAreWritten() throws {
    var home = try home()
    #expect(try home.encodeString(options: .changesOnly) == "{}")
    home.pets[0].name = "A"
    #expect(
      try home.encodeString(options: .changesOnly) == #"{"pets":[{"kind":"pet","name":"A"}]}"#)
    home = try self.home()
    let room = home.rooms["r"]?.first
    room?.name = "C"
    #expect(
      try home.encodeString(options: .changesOnly)
        == #"{"rooms":{"r":[{"kind":"pet","name":"C"}]}}"#)
  }

  enum Step: Equatable {
    case walk(Walk)
    case wait(Wait)
    case stop
  }

  struct Walk: Mappable, Equatable {
    @Mapped var meters: Int
  }

  struct Wait: Mappable, Equatable {
    @Mapped var seconds: Int
  }

  static func steps(_ tagging: Tagging) -> ModelRegistry<Step> {
    ModelRegistry<Step>(tagging)
      .adding("walk", embed: { .walk($0) }) { if case .walk(let walk) = $0 { walk } else { nil } }
      .adding("wait", embed: { .wait($0) }) { if case .wait(let wait) = $0 { wait } else { nil } }
      .adding("stop", .stop)
  }

  struct Route: Mappable, Equatable {
    @Mapped(transform: steps(.external)) var external: Step
    @Mapped(transform: steps(.adjacent(tag: "t", content: "v"))) var adjacent: Step
    @Mapped(transform: steps(.internal(tag: "t"))) var `internal`: Step
  }

  /// The patch removes what the value before had.
  @Test func valuesThatReplaceOneOfAnotherType() throws {
    let json =
      #"{"external":{"walk":{"meters":1}},"adjacent":{"t":"walk","v":{"meters":1}},"internal":{"t":"walk","meters":1}}"#
    func patch(_ step: Step) throws -> String {
      var route = try Route.decode(from: json)
      (route.external, route.adjacent, route.internal) = (step, step, step)
      let patch = try route.encodeString(options: .changesOnly)
      var copy = try Route.decode(from: json)
      try copy.apply(mergePatch: patch)
      #expect(copy == route)
      return patch
    }
    var wait = Wait()
    wait.seconds = 2
    #expect(
      try patch(.wait(wait))
        == #"{"external":{"wait":{"seconds":2},"walk":null,"stop":null},"adjacent":{"t":"wait","v":{"seconds":2}},"internal":{"t":"wait","seconds":2}}"#
    )
    #expect(
      try patch(.stop)
        == #"{"external":"stop","adjacent":{"t":"stop","v":null},"internal":{"t":"stop"}}"#)
    // Without a patch, nothing is added.
    #expect(try Route.decode(from: json).encodeString() == json)
  }
}

import MirrorMap
import Testing

@Suite struct RegistryChangeTests {
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
}

import MirrorMap
import Testing

private struct Ticket: Mappable, DecodeValidating, DecodeCompleting {
  @Mapped var price: Int
  @Mapped var seat: String?

  static func willDecode(_ json: JSONView, in context: MappingContext) throws {
    if json["void"] != nil { throw MappingError(expected: "a ticket that is valid") }
  }

  mutating func didDecode(in context: MappingContext) throws {
    guard price > 0 else { throw MappingError(expected: "a positive price") }
  }
}

private class Beast: Mappable, ModelProviding {
  @Mapped var name: String
  required init() {}

  class func modelType(
    for json: JSONView, in context: MappingContext
  ) throws -> any Mappable.Type {
    json["wings"] == nil ? Beast.self : Falcon.self
  }
}

private final class Falcon: Beast {
  @Mapped var wings: Int
}

private struct Fair: Mappable {
  @Mapped var tickets: [Ticket] = []
  @Mapped var best: Ticket?
  @Mapped var animals: [Beast] = []
  @Mapped var pet: Beast?
}

private struct Changing: Mappable {
  @Mapped var level: Int? = 1
  @Mapped var ticket: Ticket?
  @Mapped var tags: [String] = ["a"]
}

struct HookReportTests {
  @Test func modelsRefusedByAHookAreReportedAtTheirPosition() throws {
    let json = """
      {"tickets": [{"price": 1}, {"price": 0}, {"void": 1, "price": "x"}, {"price": -1, "seat": 4}],
       "best": {"price": 0}}
      """
    let issues = [
      "$.tickets[1]: expected a positive price (line 1, column 28, Ticket)",
      "$.tickets[2]: expected a ticket that is valid (line 1, column 42, Ticket)",
      "$.tickets[3]: expected a positive price (line 1, column 69, Ticket)",
      "$.tickets[3].seat: expected String, found a number (line 1, column 91, Ticket.seat)",
      "$.best: expected a positive price (line 2, column 10, Ticket)",
    ]
    var mapper = Mapper()
    let lenient = Fair.decodeReporting(from: json, using: mapper)
    #expect(lenient.issues.map { "\($0)" } == issues)
    #expect(lenient.value?.tickets.count == 0)
    mapper.failurePolicy = .lossy
    let lossy = Fair.decodeReporting(from: json, using: mapper)
    #expect(lossy.issues.map { "\($0)" } == issues)
    #expect(lossy.value?.tickets.map(\.price) == [1])
    #expect(lossy.value?.best == nil)
  }

  @Test func modelsChosenByTheirObjectReportAsThemselves() {
    let json = """
      {"animals": [{"name": 1}, {"wings": "x"}, {"name": "a", "wings": 2}, 4], "pet": {"wings": 2}}
      """
    let report = Fair.decodeReporting(from: json)
    #expect(
      report.issues.map { "\($0)" } == [
        "$.animals[0].name: expected String, found a number (line 1, column 23, Beast.name)",
        "$.animals[1].name: required key is missing, expected String (line 1, column 27, Falcon.name)",
        "$.animals[1].wings: expected Int, found a string (line 1, column 37, Falcon.wings)",
        "$.animals[3]: expected an object for Beast, found a number (line 1, column 70, Fair.animals)",
        "$.pet.name: required key is missing, expected String (line 1, column 81, Falcon.name)",
      ])
    #expect(report.value?.pet == nil)
  }

  @Test func failedPartsOfALenientUpdateStayAsTheyWere() throws {
    var model = try Changing.decode(from: #"{"level": 2, "ticket": {"price": 3}}"#)
    var mapper = Mapper()
    mapper.failurePolicy = .lenient
    try model.update(from: #"{"level": "x", "ticket": {"price": "y"}, "tags": [1]}"#, using: mapper)
    #expect(model.level == 2)
    #expect(model.ticket?.price == 3)
    #expect(model.tags == ["a"])
    #expect(model.$level.presence == .value)
    #expect(model.$ticket.presence == .value)
    #expect(model.$tags.presence == .absent)
    #expect(throws: MappingError.self) { try model.update(from: #"{"level": "x"}"#) }
  }
}

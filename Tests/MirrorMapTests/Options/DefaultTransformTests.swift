import Foundation
import MirrorMap
import Testing

@testable import TestSupport

struct DefaultTransformTests {
  struct Receipt: Mappable, Equatable {
    @Mapped var at: Date
    @Mapped var history: [Date]
    @Mapped(transform: .iso8601) var own: Date?
    @Mapped var total: Decimal
    @Mapped var id: UUID?
  }

  private var mapper: Mapper {
    var mapper = Mapper()
    mapper.setTransform(.unixSeconds)
    mapper.setTransform(.decimalText)
    return mapper
  }

  private let document =
    #"{"at":60,"history":[0,1],"own":"1970-01-01T00:00:00Z","total":"1.5"}"#

  @Test func transformServesAllValuesOfItsType() throws {
    let receipt = try Receipt.decode(from: document, using: mapper)
    #expect(receipt.at == Date(timeIntervalSince1970: 60))
    #expect(receipt.history == [0, 1].map(Date.init(timeIntervalSince1970:)))
    #expect(receipt.total == Decimal(string: "1.5"))
    #expect(try receipt.encodeString(using: mapper) == document)
  }

  @Test func valuesHaveTheirUsualFormWithoutATransform() throws {
    #expect(
      errorText { try Receipt.decode(from: document) }
        == "$.at: expected a date in the format of ISO 8601, found a number "
        + "(line 1, column 7, Receipt.at)")
    let receipt = try Receipt.decode(from: document, using: mapper)
    #expect(
      try receipt.encodeString()
        == #"{"at":"1970-01-01T00:01:00Z","history":["1970-01-01T00:00:00Z","#
        + #""1970-01-01T00:00:01Z"],"own":"1970-01-01T00:00:00Z","total":1.5}"#)
  }

  @Test func errorsOfTheTransformHaveThePlaceOfTheValue() {
    let text = errorText {
      try Receipt.decode(from: #"{"at": 1, "history": [1, "x"]}"#, using: mapper)
    }
    #expect(
      text == "$.history[1]: expected a number, found a string (line 1, column 26, Receipt.history)"
    )
  }

  @Test func transformThatReadsItsOwnTypeReadsTheUsualForm() throws {
    var mapper = Mapper()
    let hour: TimeInterval = 3600
    mapper.setTransform(
      TransformOf<Date, Date>(decode: { $0 + hour }, encode: { $0 - hour }))
    let dates = try [Date].decode(from: #"["1970-01-01T00:00:00Z"]"#, using: mapper)
    #expect(dates == [Date(timeIntervalSince1970: hour)])
    #expect(try dates.encodeString(using: mapper) == #"["1970-01-01T00:00:00Z"]"#)
  }

  @Test func severalMappersDoNotDisturbEachOther() throws {
    var milliseconds = mapper
    milliseconds.setTransform(.unixMilliseconds)
    #expect(try Date.decode(from: "1000", using: mapper) == Date(timeIntervalSince1970: 1000))
    #expect(try Date.decode(from: "1000", using: milliseconds) == Date(timeIntervalSince1970: 1))
  }

  private struct Stamp: Mappable {
    @Mapped var at: Decimal
  }

  private struct Mixed: Mappable, Equatable {
    @Mapped var date: Date
    @Mapped var price: Decimal
  }

  @Test func transformForOneTypeUsesThoseForOthers() throws {
    var mapper = Mapper()
    mapper.setTransform(.decimalText)
    mapper.setTransform(
      TransformOf<Date, Stamp>(
        decode: { Date(timeIntervalSince1970: NSDecimalNumber(decimal: $0.at).doubleValue) },
        encode: { date in
          var stamp = Stamp()
          stamp.at = Decimal(date.timeIntervalSince1970)
          return stamp
        }))
    let text = #"{"date":{"at":"5"},"price":"7"}"#
    let mixed = try Mixed.decode(from: text, using: mapper)
    #expect(mixed.date == Date(timeIntervalSince1970: 5))
    #expect(try mixed.encodeString(using: mapper) == text)
  }

  private struct Box: Mappable {
    @Mapped("$date") var date: Date
    init() {}
    init(date: Date) { self.date = date }
  }

  private struct KeepingBox: Mappable {
    @Mapped("$date") var date: Date
    @Extras var extras: JSONObject
    init() {}
    init(date: Date) { self.date = date }
  }

  private struct ImmutableBox: ImmutableMappable {
    let date: Date
    init(date: Date) { self.date = date }
    init(from object: inout ObjectReader) throws { date = try object.value("$date") }
    func encode(to object: inout ObjectWriter) throws { try object.set(date, "$date") }
  }

  private struct Event: Mappable {
    @Mapped var at: Date
    @Mapped(onFailure: .strict) var end: Date?
  }

  @Test func transformMayReadItsTypeInAModelWhateverTheOptions() throws {
    let boxes: [Mapper] = [
      .with {
        $0.setTransform(
          TransformOf<Date, Box>(decode: { $0.date }, encode: { Box(date: $0) }))
      },
      .with {
        $0.setTransform(
          TransformOf<Date, KeepingBox>(decode: { $0.date }, encode: { KeepingBox(date: $0) }))
      },
      .with {
        $0.setTransform(
          TransformOf<Date, ImmutableBox>(
            decode: { $0.date }, encode: { ImmutableBox(date: $0) }))
      },
    ]
    let text =
      #"{"at":{"$date":"1970-01-01T00:00:00Z"},"end":{"$date":"1970-01-01T00:00:01Z"}}"#
    for box in boxes {
      for option in [{ _ in }, { $0.keyStrategy = .snakeCase }, { $0.failurePolicy = .lenient }]
        as [(inout Mapper) -> Void]
      {
        var mapper = box
        option(&mapper)
        let event = try Event.decode(from: text, using: mapper)
        #expect(event.end == Date(timeIntervalSince1970: 1))
        #expect(try event.encodeString(using: mapper) == text)
        let report = Event.decodeReporting(from: text, using: mapper)
        #expect(report.issues.isEmpty && report.value?.at == Date(timeIntervalSince1970: 0))
      }
    }
  }

  @Test func jsonInStringsForATypeUsedToOverflowTheStack() throws {
    func expectRoundTrip<Value: MappableValue & Equatable>(
      _ values: [Value], _ text: String, _ setTransform: (inout Mapper) -> Void
    ) throws {
      let mapper = Mapper.with(setTransform)
      #expect(try values.encodeString(using: mapper) == text)
      #expect(try [Value].decode(from: text, using: mapper) == values)
    }
    try expectRoundTrip([Decimal(5)], #"["5"]"#) { $0.setTransform(.stringifiedJSON(Decimal.self)) }
    try expectRoundTrip([Date(timeIntervalSince1970: 0)], #"["\"1970-01-01T00:00:00Z\""]"#) {
      $0.setTransform(.stringifiedJSON(Date.self))
    }
    try expectRoundTrip([Data([1])], #"["\"AQ==\""]"#) {
      $0.setTransform(.stringifiedJSON(Data.self))
    }
    let url = try #require(URL(string: "a:b"))
    try expectRoundTrip([url], #"["\"a:b\""]"#) { $0.setTransform(.stringifiedJSON(URL.self)) }
    let id = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    let uuid = try #require(UUID(uuidString: id))
    try expectRoundTrip([uuid], #"["\"\#(id)\""]"#) { $0.setTransform(.stringifiedJSON(UUID.self)) }
  }
}

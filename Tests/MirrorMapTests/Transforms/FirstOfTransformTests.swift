import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Point: Mappable, Equatable { @Mapped var x: Int }

private struct Oops: Error {}

private let pointFromModel = TransformOf<Int, Point>(
  decode: { $0.x },
  encode: { x in
    var point = Point()
    point.x = x
    return point
  })

private let failingTransform = TransformOf<Int, Bool>(
  decode: { _ in throw Oops() }, encode: { _ in throw Oops() })

private let nullTransform = TransformOf<Int, Int?>(decode: { $0 ?? -1 }, encode: { $0 })

private struct Log: Mappable {
  @Mapped("at", transform: .firstOf(.iso8601, .unixSeconds, .date(format: "yyyy-MM-dd HH:mm")))
  var at: Date?
  @Mapped("n", transform: .firstOf(HexNumber(), pointFromModel)) var number: Int?
  @Mapped("m", transform: .firstOf(failingTransform, HexNumber())) var failing: Int?
  @Mapped("z", transform: .firstOf(HexNumber(), nullTransform)) var nothing: Int = 0
  @Mapped("l", transform: .firstOf(.iso8601, .unixSeconds)) var list: [Date?] = []
}

private let sameBranches = TransformOf<[Branch], [Branch]>(decode: { $0 }, encode: { $0 })

private struct Branch: Mappable {
  @Mapped("n", transform: .firstOf(sameBranches, sameBranches)) var nodes: [Branch] = []
}

private struct ManyForms: Mappable {
  @Mapped("l", transform: FirstOfTransform(failingTransform, Self.forms)) var list: [Int]

  static let forms: [any ValueCoding<Int>] =
    Array(repeating: HexNumber(), count: 20) + [
      TransformOf<Int, Int>(decode: { $0 }, encode: { $0 })
    ]
}

struct FirstOfTransformTests {
  @Test func eachIsTriedForAnyJSONTypeAndTheFirstWrites() throws {
    for json in ["\"1970-01-01T00:01:00Z\"", "60", "\"1970-01-01 00:01\"", "6e1"] {
      let log = try Log.decode(from: #"{"at":\#(json)}"#)
      #expect(log.at == Date(timeIntervalSince1970: 60))
      #expect(try log.encodeString() == #"{"at":"1970-01-01T00:01:00Z","z":"0","l":[]}"#)
    }
    #expect(try Log.decode(from: #"{"n":"ff"}"#).number == 255)
    let log = try Log.decode(from: #"{"n":{"x":255,"y":[1,{}]}}"#)
    #expect(try log.encodeString() == #"{"n":"ff","z":"0","l":[]}"#)
  }

  @Test func errorNamesWhatAllExpectedIfNoneFits() {
    #expect(
      errorText { try Log.decode(from: #"{"at":"tomorrow"}"#) }
        == """
        $.at: expected a date in the format of ISO 8601 or a number or a date in the format \
        yyyy-MM-dd HH:mm, found another string (line 1, column 7, Log.at)
        """)
    #expect(
      errorText { try Log.decode(from: #"{"at":[1]}"#) }
        == "$.at: expected String or a number, found an array (line 1, column 7, Log.at)")
    #expect(
      errorText { try Log.decode(from: #"{"n":7}"#) }
        == "$.n: expected String or an object for Point, found a number (line 1, column 6, Log.number)"
    )
    #expect(
      errorText { try Log.decode(from: #"{"at":1e999}"#) }
        == """
        $.at: expected String or a date, found a number out of its range \
        (line 1, column 7, Log.at)
        """)
  }

  @Test func failureInsideTheValueSaysWhatWasWrongThere() {
    #expect(
      errorText { try Log.decode(from: #"{"n":{"x":"1"}}"#) }
        == "$.n.x: expected Int, found a string (line 1, column 11, Point.x)")
  }

  @Test func malformedOrTooDeepTextIsAnErrorAtOnce() {
    #expect(mappingError { try Log.decode(from: #"{"at":"x\q"}"#) }?.code == .invalidEscape)
    #expect(mappingError { try Log.decode(from: #"{"at":01}"#) }?.code.isSyntax == true)
    #expect(mappingError { try Log.decode(from: #"{"at":"#) }?.code == .unexpectedEnd)
    var mapper = Mapper()
    mapper.maximumDepth = 1
    #expect(
      mappingError { try Log.decode(from: #"{"n":{"x":1}}"#, using: mapper) }?.code == .depthLimit)
  }

  @Test func errorsOfUsersTransformsAreKeptAsTheCause() {
    let error = mappingError { try Log.decode(from: #"{"m":true}"#) }
    #expect(error?.underlying is Oops)
    #expect(error?.expected == "String")
    #expect(error?.path.description == "$.m")
    var log = Log()
    log.failing = 1
    #expect(mappingError { try log.encode() }?.underlying is Oops)
  }

  @Test func nullGoesToTheTransformThatAcceptsIt() throws {
    #expect(try Log.decode(from: #"{"z":null}"#).nothing == -1)
    #expect(try Log.decode(from: #"{"at":null}"#).at == nil)
    #expect(try Log.decode(from: #"{"l":[null,0]}"#).list == [nil, Date(timeIntervalSince1970: 0)])
  }

  @Test func nestedFormsUsedToTakeExponentialTime() throws {
    func document(_ depth: Int, _ end: String) -> String {
      String(repeating: #"{"n":["#, count: depth) + end + String(repeating: "]}", count: depth)
    }
    #expect(
      errorText { try Branch.decode(from: document(200, #"{"n":1}"#)) }.contains(
        "expected less nesting, found more values that may have several forms than the limit allows"
      ))
    #expect(try Branch.decode(from: document(200, "{}")).nodes.count == 1)
    #expect(
      mappingError { try Branch.decode(from: document(3, #"{"n":1}"#)) }?.code == .typeMismatch)
  }

  @Test func manyFormsOfManyShortValuesAreNoNesting() throws {
    let numbers = Array(repeating: 1, count: 5000)
    let text = #"{"l":[\#(numbers.map(String.init).joined(separator: ","))]}"#
    #expect(try ManyForms.decode(from: text).list == numbers)
  }
}

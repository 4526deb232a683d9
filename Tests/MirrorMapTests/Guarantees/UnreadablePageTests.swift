import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Input that ends, or begins, at a page that cannot be read: one byte too far is a segmentation fault.
/// (Single values of every length, and the untyped ways, are in ``EndOfInputTests`` and
/// ``WayOfReading``.)
struct UnreadablePageTests {
  private static let documents = [
    #"""
    {"id":-12345678901234567890123,"ratio":1.5e-3,"name":"é\u00e9\ud83d\ude00 and more than sixteen",
    "k\u0065y":[1,2.5,300],"when":"2024-02-29T12:34:56.789Z","link":"https://example.org/a?b=c"}
    """#,
    #"""
    {"id":1,"name":"","flat":"f","deep":{"er":[{"x":1},{"x":-2.25e+2}]},"figure":{"side":2,
    "kind":"square"},"constant":{"b":"text\n","a":[true,null]},"data":"AAECAw==","text":"{\"a\":[1]}"}
    """#,
    #"{"id":7,"name":"n","map":{"a":1,"\u0062":2.0},"unknown key of some length":[{"\"":[]}],"alt":0.1}"#,
  ]

  @Test(arguments: documents)
  func everyWayOfReadingStopsAtTheEnd(text: String) {
    let bytes = Array(text.utf8)
    for count in 0...bytes.count { read(Array(bytes[..<count]), isWhole: count == bytes.count) }
  }

  @Test(arguments: documents)
  func noWayOfReadingLooksBeforeTheStart(text: String) {
    let bytes = Array(text.utf8)
    for count in stride(from: bytes.count, to: 0, by: -7) {
      read(Array(bytes[..<count]), at: .start, isWhole: count == bytes.count)
    }
  }

  /// What is cut off in the middle of something, at every distance from a boundary of 64 bytes.
  @Test(arguments: [
    #""abc"#, #""é"#, #""\"#, #""\u"#, #""\ud83d\ude0"#, #""a string of seventeen"#, "-", "12.",
    "1e",
    "[123456789012345678901", "[0.000000000000000000012", "tru", "nul", "[", "[1,", "[1,2", #"{"#,
    #"{"id"#, #"{"i\u0064"#, #"{"id""#, #"{"id":"#, #"{"id":1"#, #"{"id":1,"#, #"{"name":"x\n"#,
    #"{"key":[1"#, #"{"deep":{"er":[{"x":"#, #"{"other":"x"#, #"{"other":[[1,{"y":"\\"#,
  ])
  func everyAlignmentOfTheEnd(tail: String) {
    for padding in 0..<64 {
      let bytes = [UInt8](repeating: UInt8(ascii: " "), count: padding) + Array(tail.utf8)
      read(bytes, isWhole: false)
    }
  }

  @Test func dataIsReadAndWrittenWithoutLookingPastItsEnd() throws {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      try GuardedBytes.withBytes(bytes) { guarded in
        let text = try data(guarded).encodeString()
        #expect(text == "\"\(Data(bytes).base64EncodedString())\"")
        try GuardedBytes.withBytes(Array(text.utf8)) { json in
          let copy = try Data.decode(from: data(json))
          #expect(copy == Data(bytes))
        }
      }
    }
  }

  /// Data that does not own its memory.
  private func data(_ bytes: UnsafeRawBufferPointer) -> Data {
    guard let base = bytes.baseAddress else { return Data() }
    return Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: base), count: bytes.count, deallocator: .none)
  }

  // MARK: - Reading

  private static let mappers: [Mapper] = {
    var mappers = [Mapper](repeating: Mapper(), count: 5)
    mappers[0].duplicateKeys = .last
    mappers[1].failurePolicy = .lossy
    mappers[2].coercion = .lenient
    mappers[3].keyStrategy = .caseInsensitive
    mappers[4].unknownKeys = .reject
    return mappers
  }()

  /// Reads a document in all ways; all of it is read by some of them only, so that these must agree.
  private func read(_ bytes: [UInt8], at side: GuardedBytes.Side = .end, isWhole: Bool) {
    GuardedBytes.withBytes(bytes, at: side) { bytes in
      func accepts(_ body: () throws -> some Any) -> Bool { mappingError(body) == nil }
      var verdicts = [
        accepts { try Model.decode(from: bytes) },
        accepts { try Model.decode(from: data(bytes)) },
        accepts { try Immutable.decode(from: bytes) },
        accepts { try [String: JSONValue].decode(from: bytes) },
        accepts { try Int.decode(from: bytes, at: "id") },
        accepts {
          var model = Model()
          try model.update(from: bytes)
        },
        accepts {
          try JSONTokenizer.tokenize(bytes) { tokenizer in
            while let token = try tokenizer.next() {
              _ = (tokenizer.string(of: token), tokenizer.number(of: token))
            }
          }
        },
      ]
      verdicts += Self.mappers[..<4].map { mapper in
        accepts { try Model.decode(from: bytes, using: mapper) }
      }
      // Not every document fits every type; one that was cut off fits none.
      #expect(verdicts.contains(true) == isWhole, "\(verdicts)")
      _ = Model.decodeReporting(from: bytes, using: Self.mappers[1])
      _ = mappingError { try Model.decode(from: bytes, using: Self.mappers[4]) }
      _ = mappingError { try [Double].decode(from: bytes, at: "deep.er.*.x") }
      look(bytes)
    }
  }

  /// Looks at a document through a view.
  private func look(_ bytes: UnsafeRawBufferPointer) {
    guard let json = try? JSONView(UnownedReference(bytes: bytes)) else { return }
    _ = (json.kind, json.keys, json.count, json.value, json.description)
    _ = (json["name"]?.string, json["id"]?.int, json["ratio"]?.double, json["k\u{65}y"]?[1]?.number)
    _ = json["deep"]?["er"]?.elements.map { $0["x"]?.double }
    _ = try? json["constant"]?.decode(Immutable.Constant.self)
    _ = json.members.map { $0.value.string }
  }
}

// MARK: - Models

extension UnreadablePageTests {
  struct UnownedReference: JSONSource, @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
      try body(bytes)
    }
  }

  protocol Figure {}
  struct Square: Figure, Mappable { @Mapped var side: Int }

  struct Inner: Mappable { @Mapped var a: [Int] }
  struct Flat: Mappable { @Mapped var flat: String }

  struct Model: Mappable, DecodeValidating {
    static let figures = ModelRegistry<any Figure>(.internal(tag: "kind"))
      .adding(Square.self, as: "square")

    @Mapped var id: Int128
    @Mapped var ratio: Double?
    @Mapped var name: String
    @Mapped("key") var list: [Float] = []
    @Mapped var when: Date?
    @Mapped var link: URL?
    @Flattened var flat: Flat?
    @Mapped("deep.er.1.x") var second: Decimal?
    @Mapped("deep.er.*.x") var all: [Double]
    @Mapped(transform: Self.figures) var figure: (any Figure)?
    @Mapped var constant: Immutable.Constant?
    @Mapped var data: Data?
    @Mapped(transform: .stringifiedJSON()) var text: Inner?
    @Mapped("none", "alt") var either: Float?
    @Mapped var map: [String: Double]?
    @Extras var others: JSONObject

    static func willDecode(_ json: JSONView, in context: MappingContext) throws {
      _ = (json["id"]?.int, json["unknown"]?.value)
    }
  }

  struct Immutable: ImmutableMappable {
    struct Constant: ImmutableMappable {
      let b: String
      let a: [Bool?]
      init(from object: inout ObjectReader) throws {
        a = try object.value("a")
        b = try object.value("b")
      }
    }
    let map: [String: Double]?
    let name: String
    let id: Decimal
    let x: Double?

    init(from object: inout ObjectReader) throws {
      map = try object.value("map")
      name = try object.value("name")
      id = try object.value("id")
      x = try object.value("deep.er.1.x")
    }
  }
}

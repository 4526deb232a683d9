import Testing

@testable import MirrorMap

/// Values that nobody asks for, where the input is trusted.
@Suite struct TrustingSkipperTests {
  private static let trusting: Mapper = {
    var mapper = Mapper()
    mapper.validatesIgnoredValues = false
    return mapper
  }()

  private static func end(_ bytes: [UInt8]) -> Int? {
    GuardedBytes.lend(bytes) {
      let bytes = Bytes($0)
      return TrustingSkipper.skipValue(bytes.start, bytes.end).map { $0 - bytes.start }
    }
  }

  // MARK: Beside the plain way

  @Test(arguments: 1...4)
  func `Values without a fault end where they end when they are validated`(seed: UInt64) {
    for round in 0..<150 {
      var sampler = Sampler(seed: seed &* 500 &+ UInt64(round), size: 5)
      let text = BlockSkipperTests.container(&sampler)
      let tail = (0..<sampler.int(0...40)).map { _ in UInt8(sampler.int(0...255)) }
      #expect(Self.end(text + tail) == text.count)
      #expect(Self.end(Array(text.dropLast())) == nil)
    }
  }

  @Test func `Scalars end at what cannot belong to them`() {
    for scalar in ["1", "-0.5e+17", "true", "false", "null", "12345678901234567890"] {
      for tail in ["", ",", "]", "}", " ", "\n", "\t1", "\r\n"] {
        #expect(Self.end(Array((scalar + tail).utf8)) == scalar.utf8.count)
      }
    }
    for content in [
      "", "a", "\\\"", "\\\\", "\\\\\\\"", "fifteen bytes..", "sixteen bytes...", "{[",
    ] {
      for count in 0...20 {
        let text = "\"\(content)\(String(repeating: "é", count: count))\""
        #expect(Self.end(Array((text + "\"").utf8)) == text.utf8.count)
        #expect(Self.end(Array(text.utf8.dropLast())) == nil)
      }
    }
  }

  @Test func `Garbage is never read beyond its end`() {
    var generator = SeededGenerator(seed: 78)
    let bytes =
      Array("{{[[\"\",,::\\\\0912.eE-+ tfn}]\n".utf8) + [0xE6, 0x97, 0xA5, 0xFF, 0x02, 0x00]
    for _ in 0..<6000 {
      let count = Int.random(in: 0...70, using: &generator)
      let text = (0..<count).map { _ in bytes.randomElement(using: &generator) ?? 0 }
      if let end = Self.end(text) { #expect(end >= 0 && end <= count) }
    }
  }

  // MARK: In models

  private struct Inner: Mappable {
    @Mapped var id: Int
    @Mapped var name: String?
  }

  private struct Outer: Mappable {
    @Mapped var id: Int
    @Mapped var inner: Inner?
    @Mapped("deep.er.1") var deep: String?
    @Mapped var list: [Inner] = []
  }

  private static func outcome(_ bytes: [UInt8], _ mapper: Mapper) -> String {
    do {
      return try GuardedBytes.lend(bytes) {
        try Outer.decode(from: $0, using: mapper).encodeString(options: .sortedKeys)
      }
    } catch {
      return "\(error)"
    }
  }

  /// A document with unknown members of all kinds.
  private static func document(_ sampler: inout Sampler) -> [UInt8] {
    func members(_ own: [String]) -> String {
      let unknown = (0..<sampler.int(0...3)).map { number in
        "\"u\(number)\":" + String(decoding: BlockSkipperTests.container(&sampler), as: UTF8.self)
      }
      return "{" + sampler.shuffled(own + unknown).joined(separator: sampler.pick([",", " ,\n "]))
        + "}"
    }
    let inner = members(["\"id\":1", "\"name\":\"n\""])
    let deep = members(["\"er\":[{\"a\":[1]} , \"d\",\(inner)]"])
    return Array(
      members(["\"id\": 7", "\"inner\":\(inner)", "\"deep\":\(deep)", "\"list\":[\(inner)]"]).utf8)
  }

  @Test(arguments: 1...2)
  func `Models of documents without a fault are the same`(seed: UInt64) {
    for round in 0..<60 {
      var sampler = Sampler(seed: seed &* 900 &+ UInt64(round), size: 4)
      let bytes = Self.document(&sampler)
      let outcome = Self.outcome(bytes, .default)
      #expect(outcome.hasPrefix(#"{"deep":{"er":[null,"d"]},"id":7"#))
      #expect(Self.outcome(bytes, Self.trusting) == outcome)
    }
  }

  @Test func `A document that is damaged anywhere is read or refused, and never more`() {
    var sampler = Sampler(seed: 31, size: 4)
    let text = Self.document(&sampler).prefix(600)
    for place in text.indices {
      for byte: UInt8 in [0x22, 0x5C, 0x7B, 0x7D, 0x5B, 0x5D, 0x2C, 0x00, 0xFF] {
        var mutant = Array(text)
        mutant[place] = byte
        #expect(!Self.outcome(mutant, Self.trusting).isEmpty)
      }
      #expect(Self.outcome(Array(text[..<place]), Self.trusting).contains("$"))
    }
  }

  @Test(arguments: [
    #"{"x":{"a" 01 tru, "\q"},"id":7}"#, #"{"x":[1,,2],"id":7}"#,
    #"{"x":tru,"id":7}"#, #"{"x":"\q\ud800","id":7}"#, #"{"x":-,"id":7}"#, #"{"x":01e,"id":7}"#,
    "{\"x\":\"\u{1}\",\"id\":7}", #"{"x":{"id":8,"id":9},"id":7}"#, #"{"x":nonsense,"id":7}"#,
  ])
  func `What is wrong in ignored values goes unnoticed`(text: String) throws {
    #expect(try Outer.decode(from: text, using: Self.trusting).id == 7)
    if text.contains("id\":9") {
      #expect(try Outer.decode(from: text).id == 7)
    } else {
      #expect(mappingError { try Outer.decode(from: text) }?.code.isSyntax == true)
    }
  }

  @Test func `What is read is validated as ever, and so is what holds it together`() {
    func fault(_ text: String) -> String { Self.outcome(Array(text.utf8), Self.trusting) }
    for text in [
      #"{"x":1 "id":7}"#, #"{"x":1,"id":07}"#, #"{"x":1,"id":7,}"#, #"{"x"1,"id":7}"#,
      #"{"x":1,"id":7,"inner":{"name":"\q","id":1}}"#, #"{"x\q":1,"id":7}"#, #"{"x":1,"id":7}]"#,
      #"{"x":,"id":7}"#, #"{"x":1,"id":7,"list":[{"id":1},]}"#, #"{"id":7,"id":8}"#,
    ] {
      #expect(fault(text) == Self.outcome(Array(text.utf8), .default), "\(text)")
      #expect(fault(text).hasPrefix("$"), "\(fault(text))")
    }
  }

  @Test func `Brackets that do not fit may hide the rest of the document`() {
    #expect(
      errorText { try Outer.decode(from: #"{"x":[}}],"id":7}"#, using: Self.trusting) }
        == "$.id: required key is missing, expected Int (line 1, column 1, Outer.id)")
  }

  @Test(arguments: [
    (#"{"id":7,"x":{"a":[1"#, "$.x.a[0]"), (#"{"id":7,"x":"abc"#, "$.x"),
    (#"{"id":7,"x":"abc\"#, "$.x"), (#"{"id":7,"x":["#, "$.x[0]"), (#"{"id":7,"x":"#, "$.x"),
  ])
  func `The end of the input is told`(text: String, path: String) {
    #expect(
      Self.outcome(Array(text.utf8), Self.trusting)
        == "\(path): expected the rest of a value, found the end of the input "
        + "(line 1, column \(text.utf8.count + 1))")
  }

  @Test func `Nesting and lengths in there are not limited`() throws {
    var mapper = Self.trusting
    mapper.maximumDepth = 3
    mapper.maximumStringLength = 5
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    let text = #"{"x":\#(deep),"y":"a longer text","id":7}"#
    #expect(try Outer.decode(from: text, using: mapper).id == 7)
  }
}

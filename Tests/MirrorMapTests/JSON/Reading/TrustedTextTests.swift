import Testing

@testable import MirrorMap

/// The text of strings that nobody asks for, where it is trusted.
@Suite struct TrustedTextTests {
  private static let trusting: Mapper = {
    var mapper = Mapper()
    mapper.validatesIgnoredText = false
    return mapper
  }()

  private static func end(_ bytes: [UInt8]) -> Int? {
    GuardedBytes.lend(bytes) {
      let bytes = Bytes($0)
      return BlockSkipper.skipTrustedContainer(
        bytes.start, bytes.end, document: bytes.start, maximumDepth: 64
      )
      .map { $0 - bytes.start }
    }
  }

  // MARK: Beside the plain way

  @Test(arguments: 1...4)
  func `Values without a fault end where they end when they are validated`(seed: UInt64) {
    for round in 0..<150 {
      var sampler = Sampler(seed: seed &* 500 &+ UInt64(round), size: 5)
      let text = BlockSkipperTests.container(&sampler)
      let tail = [UInt8](repeating: 0x20, count: sampler.int(0...60))
      let end = Self.end(text + tail)
      #expect(end == nil || end == text.count)
      #expect(Self.end(Array(text.dropLast())) == nil)
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
    #"{"x":"\q\ud800","id":7}"#, "{\"x\":\"\u{1}\",\"id\":7}",
    #"{"x":["\q",{"\uD800":"\x"}],"id":7}"#,
  ])
  func `What is wrong in ignored text goes unnoticed`(text: String) throws {
    let text = text + String(repeating: " ", count: 40)
    #expect(try Outer.decode(from: text, using: Self.trusting).id == 7)
    #expect(mappingError { try Outer.decode(from: text) }?.code.isSyntax == true)
  }

  @Test func `Bytes that are no UTF-8 go unnoticed in ignored text`() throws {
    let text = Array(#"{"x":"??","y":["??"],"id":7,"z":"                            "}"#.utf8)
    let malformed = text.map { $0 == UInt8(ascii: "?") ? 0xFF : $0 }
    #expect(try Outer.decode(from: malformed, using: Self.trusting).id == 7)
    #expect(mappingError { try Outer.decode(from: malformed) }?.code == .invalidUTF8)
  }

  @Test(arguments: [
    #"{"x":{"a" 01 tru, "b"},"id":7}"#, #"{"x":[1,,2],"id":7}"#, #"{"x":tru,"id":7}"#,
    #"{"x":-,"id":7}"#, #"{"x":01e,"id":7}"#, #"{"x":nonsense,"id":7}"#, #"{"x":[}}],"id":7}"#,
    #"{"id":7,"x":{"a":[1"#, #"{"id":7,"x":"abc"#, #"{"id":7,"x":"abc\"#, #"{"id":7,"x":["#,
  ])
  func `What is wrong elsewhere is told as ever`(text: String) {
    for tail in ["", String(repeating: " ", count: 60)] {
      let bytes = Array((text + tail).utf8)
      #expect(Self.outcome(bytes, Self.trusting) == Self.outcome(bytes, .default))
      #expect(Self.outcome(bytes, Self.trusting).hasPrefix("$"))
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

  @Test func `Limits are in force`() {
    var mapper = Self.trusting
    mapper.maximumStringLength = 5
    let text = #"{"x":["a longer text"],"id":7}"# + String(repeating: " ", count: 60)
    #expect(mappingError { try Outer.decode(from: text, using: mapper) }?.code == .sizeLimit)
    mapper = Self.trusting
    mapper.maximumDepth = 3
    let deep = #"{"x":[[[[1]]]],"id":7}"# + String(repeating: " ", count: 60)
    #expect(mappingError { try Outer.decode(from: deep, using: mapper) }?.code == .depthLimit)
  }
}

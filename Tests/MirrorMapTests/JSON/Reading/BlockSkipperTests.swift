import Testing

@testable import MirrorMap
@testable import TestSupport

/// Skipping containers in blocks, compared with skipping them token by token.
struct BlockSkipperTests {
  private static func quickEnd(_ bytes: Bytes, depth: Int) -> Int? {
    var place = BlockSkipper.Place(position: bytes.start)
    let isEnd = BlockSkipper.skipContainer(
      &place, bytes.end, document: bytes.start, maximumDepth: depth)
    return isEnd ? place.position - bytes.start : nil
  }

  /// Where a reader is afterwards, how many levels it may enter there, and the error if there is one.
  private struct Outcome: Equatable {
    var end: Int?
    var depth: Int?
    var failure: String?
  }

  private static func outcome(
    of bytes: Bytes, depth: Int, _ skip: (inout JSONReader) throws(MappingError) -> Void
  ) -> Outcome {
    var reader = JSONReader(bytes, maximumDepth: depth, session: nil)
    do throws(MappingError) {
      try skip(&reader)
      return Outcome(end: reader.cursor - bytes.start, depth: reader.remainingDepth)
    } catch {
      return Outcome(failure: "\(error.located(in: bytes))")
    }
  }

  /// What becomes of the container at the beginning, token by token.
  private static func plain(_ bytes: Bytes, depth: Int) -> Outcome {
    outcome(of: bytes, depth: depth) { (reader) throws(MappingError) in
      try reader.skipRest(from: BlockSkipper.Place(position: reader.cursor))
    }
  }

  /// Where both find the end, at the end of readable memory.
  private static func ends(_ bytes: [UInt8], depth: Int = 512) -> (plain: Int?, quick: Int?) {
    GuardedBytes.withBytes(bytes) {
      let bytes = Bytes($0)
      return (plain(bytes, depth: depth).end, quickEnd(bytes, depth: depth))
    }
  }

  /// Expects the fast path to find the same end as the reference implementation, or none, and the general path to
  /// come to the same end or error from where the fast one has given up.
  private static func expectAgreement(_ bytes: [UInt8], depth: Int = 512) {
    GuardedBytes.withBytes(bytes) {
      let bytes = Bytes($0)
      let (plain, quick) = (plain(bytes, depth: depth), quickEnd(bytes, depth: depth))
      if quick != nil, quick != plain.end {
        Issue.record("\(quick ?? -1), not \(plain): \(String(decoding: bytes, as: UTF8.self))")
      }
      let both = outcome(of: bytes, depth: depth) { (reader) throws(MappingError) in
        var place = BlockSkipper.Place(position: reader.cursor)
        if !reader.skipsBlocks(&place) { try reader.skipRest(from: place) }
      }
      if both != plain {
        Issue.record("\(both), not \(plain): \(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  /// A container with all kinds of values, keys and white space.
  static func container(_ sampler: inout Sampler) -> [UInt8] {
    let document = value(&sampler, isContainer: true, depth: sampler.int(1...4))
    var spelling = Spelling(
      sampler.pick(Spelling.Style.allCases), seed: UInt64(sampler.int(0...999_999)))
    return Array(spelling.text(document).utf8)
  }

  private static func value(
    _ sampler: inout Sampler, isContainer: Bool = false, depth: Int
  ) -> MutableDocument {
    let count = sampler.int(0...4)
    switch depth == 0 ? 0 : isContainer ? sampler.int(2...3) : sampler.int(0...3) {
    case 2: return .array((0..<count).map { _ in value(&sampler, depth: depth - 1) })
    case 3:
      return .object(
        (0..<count).map { _ in (content(&sampler), value(&sampler, depth: depth - 1)) })
    default:
      switch sampler.int(0...2) {
      case 0: return .scalar(sampler.pick(["true", "false", "null", "0", "-0", "0e1", "-0.0E-1"]))
      case 1: return .scalar(sampler.numberText())
      default: return .scalar("\"\(content(&sampler))\"")
      }
    }
  }

  private static let pieces = [
    "a", "plain text", "{[,:]}", "\\\"", "\\\\", "\\n", "\\/", "\\u00e9", "\\ud83d\\ude00", "é",
    "日本", "🚀", "\u{7F}", "\u{E000}", "sixteen bytes...", " ",
  ]

  /// What may be between quotes.
  private static func content(_ sampler: inout Sampler) -> String {
    (0..<sampler.pick([0, 1, 1, 2, 3, 9])).map { _ in sampler.pick(pieces) }.joined()
  }

  // MARK: Documents without a fault

  @Test(arguments: 1...4)
  func containersEndWhereTheyEndTokenByToken(seed: UInt64) {
    for round in 0..<150 {
      var sampler = Sampler(seed: seed &* 1000 &+ UInt64(round), size: 5)
      let text = Self.container(&sampler)
      let tail = (0..<sampler.int(0...70)).map { _ in UInt8(sampler.int(0...255)) }
      let (plain, quick) = Self.ends(text + tail)
      #expect(plain == text.count, "\(String(decoding: text, as: UTF8.self))")
      // A block and a literal: so much must be readable behind what is looked at.
      #expect(quick == text.count || quick == nil && tail.count < 32)
      for depth in [1, 2, 3, 512] { Self.expectAgreement(text + tail, depth: depth) }
    }
  }

  @Test func inputMayEndAnywhereInsideAndAfterAContainer() {
    var sampler = Sampler(seed: 5, size: 5)
    for _ in 0..<12 {
      let text = Self.container(&sampler)
      for count in 0...40 {
        let (plain, quick) = Self.ends(text + [UInt8](repeating: 0x20, count: count))
        #expect(plain == text.count)
        #expect(quick == (count < 32 ? quick.map { _ in text.count } : text.count))
      }
      for count in 1..<text.count {
        let (plain, quick) = Self.ends(Array(text[..<count]))
        #expect(plain == nil && quick == nil)
        Self.expectAgreement(Array(text[..<count]))
      }
    }
  }

  @Test func whiteSpaceOfAllKindsAndLengthsIsAllowedAnywhere() {
    let tokens = ["{", "\"a\"", ":", "[", "1", ",", "true", "]", ",", "\"b\"", ":", "{", "}", "}"]
    let tail = String(repeating: "#", count: 40)
    for space in [" ", "\n", "\t", "\r", "\r\n", "\n  "] {
      for count in [1, 2, 14, 15, 16, 17, 31, 32, 33, 50] {
        for place in tokens.indices.dropFirst() {
          var spaced = tokens
          spaced.insert(String(repeating: space, count: count), at: place)
          let text = Array(spaced.joined().utf8)
          #expect(Self.ends(text + Array(tail.utf8)) == (text.count, text.count))
        }
      }
    }
    // Other bytes are no white space.
    for byte in (UInt8.min...0x20).filter({ ![0x20, 0x0A, 0x0D, 0x09].contains($0) }) + [
      0x7F, 0xA0,
    ] {
      for place in tokens.indices.dropFirst() {
        for run in [
          [byte], [0x20, byte], [byte, 0x20], [UInt8](repeating: 0x20, count: 16) + [byte],
        ] {
          let text =
            Array(tokens[..<place].joined().utf8) + run + Array(tokens[place...].joined().utf8)
          #expect(Self.ends(text + Array(tail.utf8)) == (nil, nil))
        }
      }
    }
  }

  // MARK: Nesting

  @Test(arguments: [1, 2, 31, 32, 33, 62, 63, 64])
  func upTo64LevelsAreSkippedInBlocks(levels: Int) {
    for isMixed in [false, true] {
      let text = Self.nested(levels, isMixed: isMixed)
      for depth in [levels - 1, levels, levels + 1, 512] {
        let (plain, quick) = Self.ends(text + [UInt8](repeating: 0x20, count: 40), depth: depth)
        let expected = depth < levels ? nil : text.count
        #expect(plain == expected && quick == expected, "\(levels) of \(depth)")
      }
    }
  }

  @Test(arguments: [65, 66, 127, 128, 129, 511])
  func deeperLevelsAreLeftToTheReferenceSkipper(levels: Int) {
    for isMixed in [false, true] {
      let text = Self.nested(levels, isMixed: isMixed)
      let (plain, quick) = Self.ends(text + [UInt8](repeating: 0x20, count: 40))
      #expect(plain == text.count && quick == nil)
      for depth in [64, 65, levels - 1, levels, 512] {
        Self.expectAgreement(text + [UInt8](repeating: 0x20, count: 40), depth: depth)
      }
    }
  }

  @Test func bracketsAndBracesMustMatchAtAllLevels() {
    let text = Self.nested(64, isMixed: true)
    let tail = [UInt8](repeating: 0x20, count: 40)
    for place in text.indices where "[]{}".utf8.contains(text[place]) {
      var other = text
      // The others of the pairs differ in this bit.
      other[place] ^= 0x20
      let (plain, quick) = Self.ends(other + tail)
      #expect(plain == nil && quick == nil)
      Self.expectAgreement(other + tail)
    }
  }

  /// Arrays in arrays, or in objects in turns.
  private static func nested(_ levels: Int, isMixed: Bool) -> [UInt8] {
    var text = "1"
    for level in 0..<levels {
      let isObject = isMixed && level * 7 % 3 == 0
      text = isObject ? "{\"a\":[],\"k\":\(text),\"z\":{}}" : "[[],\(text) ,{}]"
      // The innermost ones are a level of their own.
      if level == 0 { text = isObject ? "{\"k\":1}" : "[1]" }
    }
    return Array(text.utf8)
  }

  // MARK: Documents with faults

  @Test(arguments: 1...4)
  func nothingMalformedIsSkipped(seed: UInt64) {
    let bytes =
      Array("\"\\{}[],:0129-+.eEtfn u \n\u{0}\u{1F}".utf8) + [0x80, 0xC3, 0xE2, 0xED, 0xF0, 0xFF]
    for round in 0..<60 {
      var sampler = Sampler(seed: seed &* 7777 &+ UInt64(round), size: 4)
      let text = Self.container(&sampler)
      let tail = [UInt8](
        repeating: sampler.pick([0x20, 0x5D, 0x7D, 0x30]), count: sampler.int(0...40))
      for _ in 0..<12 {
        var mutant = text
        let place = sampler.int(1...max(mutant.count - 1, 1))
        switch sampler.int(0...3) {
        case 0: mutant.remove(at: place)
        case 1: mutant.insert(sampler.pick(bytes), at: place)
        case 2: mutant[place] = UInt8(sampler.int(0...255))
        default: mutant[place] = sampler.pick(bytes)
        }
        Self.expectAgreement(mutant + tail)
      }
    }
  }

  @Test func anyByteAtAnyPosition() {
    let text = Array(
      #"{"a":[1,-0.5e+7,true],"é":{"\n\u00e9":null},"sixteen bytes and more":[false,[]],"x":"日本"}"#
        .utf8)
    let tail = [UInt8](repeating: 0x5D, count: 33)
    let bytes =
      Array("\"\\{},:0-+.e \t".utf8) + [0x00, 0x1F, 0x80, 0xBF, 0xC0, 0xE2, 0xED, 0xF4, 0xFF]
    for place in text.indices.dropFirst() {
      for byte in bytes {
        var mutant = text
        mutant[place] = byte
        Self.expectAgreement(mutant + tail)
      }
    }
  }

  @Test func garbageAtTheEndOfMemory() {
    var generator = SeededGenerator(seed: 77)
    let bytes = Array("{{[[\"\",,::\\0912.eE-+ tfn}]\n".utf8) + [0xE6, 0x97, 0xA5, 0xFF]
    for _ in 0..<4000 {
      let count = Int.random(in: 0...60, using: &generator)
      let text = (0..<count).map { _ in bytes.randomElement(using: &generator) ?? 0 }
      for open in "[{".utf8 { Self.expectAgreement([open] + text) }
    }
  }

  @Test(arguments: [
    "[01]", "[-]", "[1.]", "[.5]", "[1e]", "[1e+]", "[+1]", "[-01]", "[1.e1]", "[0x1]", "[1,]",
    "[,1]", "[1 2]", "[tru]", "[nul]", "[falsy]", "[True]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
    "{,}", "{a:1}", "{1:1}", "{\"a\":1 \"b\":2}", "{\"a\" 1}", "{\"a\"::1}", "[\"\\x\"]",
    "[\"\\ud800\"]", "[\"\\udc00\"]", "[\"\\u12\"]", "[\"\t\"]", "[1}", "{\"a\":1]", "[\"a\":1]",
    "{\"a\",1}", "[--1]", "[1-1]", "[1.5.5]", "[1e5e5]", "[truetrue]", "[1true]", "[\"a\"\"b\"]",
  ])
  func eachRuleOfTheGrammarIsEnforced(text: String) {
    let (plain, quick) = Self.ends(Array(text.utf8) + [UInt8](repeating: 0x20, count: 40))
    #expect(plain == nil && quick == nil)
    for count in [0, 1, 20, 40] {
      Self.expectAgreement(Array(text.utf8) + [UInt8](repeating: 0x20, count: count))
    }
  }

  @Test func invalidUTF8IsLeftToTheReferenceSkipper() {
    let tail = [UInt8](repeating: 0x20, count: 40)
    for bad: [UInt8] in [
      [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
      [0xE6, 0x97], [0xFF],
    ] {
      for length in 0...35 {
        let content = [UInt8](repeating: 0x61, count: length)
        for text in [[0x22] + content + bad + [0x22], [0x22] + bad + content + [0x22]] {
          #expect(Self.ends([0x5B] + text + [0x5D] + tail) == (nil, nil))
          #expect(Self.ends([0x7B] + text + [0x3A, 0x31, 0x7D] + tail) == (nil, nil))
        }
      }
    }
  }

  @Test func whiteSpaceBeforeTheValueOfAUniqueKey() throws {
    struct Looked: Mappable, DecodeValidating {
      @Mapped var id: Int
      @Mapped var name: String?
      static func willDecode(_ json: JSONView, in context: MappingContext) throws {
        guard json["id"]?.int == 2 else { throw MappingError(expected: "an id of 2") }
      }
    }
    for space in [" ", "\n", "\t"] {
      for count in 0...70 {
        for rest in ["", #","name":"a""#, #","name":"Ann of Green Gables, and more""#] {
          let text = #"{"id":"# + String(repeating: space, count: count) + "2" + rest + "}"
          let id = try GuardedBytes.withBytes(Array(text.utf8)) { try Looked.decode(from: $0).id }
          #expect(id == 2, "\(text)")
        }
      }
    }
  }
}

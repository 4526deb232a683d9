import Foundation
import MirrorMap

/// Draws values of all kinds, the awkward ones among them often. Collections, strings and trees get as
/// large as `size` allows; what is inside of them gets less.
struct Sampler {
  private(set) var generator: SeededGenerator
  private(set) var size: Int

  init(seed: UInt64, size: Int) {
    generator = SeededGenerator(seed: seed)
    self.size = size
  }

  mutating func bool(_ oneIn: Int = 2) -> Bool { Int.random(in: 0..<oneIn, using: &generator) == 0 }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func pick<T>(_ values: [T]) -> T { values[int(0...(values.count - 1))] }

  mutating func shuffled<T>(_ values: [T]) -> [T] { values.shuffled(using: &generator) }

  mutating func maybe<T>(_ make: (inout Sampler) -> T) -> T? { bool(3) ? nil : make(&self) }

  mutating func many<T>(_ make: (inout Sampler) -> T) -> [T] {
    let outer = size
    defer { size = outer }
    let count = bool(4) ? size : int(0...size)
    size /= 4
    return (0..<count).map { _ in make(&self) }
  }

  mutating func dictionary<K: Hashable, V>(
    _ key: (inout Sampler) -> K, _ value: (inout Sampler) -> V
  ) -> [K: V] {
    Dictionary(many { (key(&$0), value(&$0)) }) { first, _ in first }
  }
}

// MARK: - Numbers

extension Sampler {
  mutating func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T {
    switch int(0...3) {
    case 0: pick([T.min, T.max, 0, 1, T.max / 2])
    case 1: T(truncatingIfNeeded: int(-5...5))
    case 2: T(truncatingIfNeeded: T.max &>> T(truncatingIfNeeded: int(0...(T.bitWidth - 1))))
    default: T.random(in: T.min...T.max, using: &generator)
    }
  }

  mutating func double() -> Double {
    switch int(0...3) {
    case 0:
      return pick([
        0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
        .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude, 0.1, 1e23, 9_007_199_254_740_992,
      ])
    case 1: return Double(int(-99...99)) / 8
    default:
      let value = Double(bitPattern: generator.next())
      return value.isFinite ? value : 0.5
    }
  }

  mutating func float() -> Float {
    switch int(0...3) {
    case 0:
      return pick([
        0, -0.0, .leastNonzeroMagnitude, -.leastNormalMagnitude, .leastNormalMagnitude.nextDown,
        .greatestFiniteMagnitude, 0.1, 16_777_216,
      ])
    case 1: return Float(int(-99...99)) / 8
    default:
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
      return value.isFinite ? value : 0.5
    }
  }

  /// Up to 38 digits, the point anywhere.
  mutating func decimal() -> Decimal {
    let digits = digits(1...(bool(3) ? 38 : 6))
    let scale = int(-60...40)
    return Decimal(string: (bool() ? "-" : "") + digits + "e\(scale)") ?? 0
  }

  /// A number in JSON, with as many digits as `size` allows.
  mutating func numberText() -> String {
    var text = bool() ? "-" : ""
    text += bool() ? "0" : "\(int(1...9))" + digits(0...(size + 1))
    if bool() { text += "." + digits(1...(size + 1)) }
    if bool(4) { text += pick(["e", "E"]) + pick(["", "+", "-"]) + digits(1...3) }
    return text
  }

  mutating func digits(_ counts: ClosedRange<Int>) -> String {
    (0..<int(counts)).map { _ in "\(bool() ? pick([0, 9, 5, 1]) : int(0...9))" }.joined()
  }
}

// MARK: - Texts

extension Sampler {
  private static let scalars =
    #"aZ0 "\/{}[],:'<>&"#.unicodeScalars.map { $0 } + [
      "\n", "\t", "\r", "\u{8}", "\u{C}", "\u{0}", "\u{1F}", "\u{7F}", "\u{80}", "é", "\u{301}",
      "\u{7FF}", "\u{800}", "日", "\u{D7FF}", "\u{E000}", "\u{2028}", "\u{2029}", "\u{FEFF}",
      "\u{FFFD}",
      "\u{FFFF}", "\u{10000}", "🧑", "\u{200D}", "🚀", "\u{10FFFF}",
    ]

  mutating func scalar() -> Unicode.Scalar {
    guard bool(4) else { return pick(Self.scalars) }
    return Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator)) ?? "\u{FFFD}"
  }

  mutating func string() -> String {
    // Strings of up to 15 bytes are stored inline; others are read in blocks of 8 and 16.
    let count = bool(4) ? pick([7, 8, 15, 16, 17]) : int(0...size)
    var text = String.UnicodeScalarView()
    let isPlain = bool(3)
    for _ in 0..<min(count, size) { text.append(isPlain ? "x" : scalar()) }
    return String(text)
  }

  /// To the millisecond, which is what the standard form of dates has.
  mutating func date() -> Date {
    Date(timeIntervalSinceReferenceDate: Double(integer(Int32.self)) / 1000)
  }

  mutating func data() -> Data { Data(many { $0.integer() }) }

  mutating func url() -> URL {
    let text = many { $0.pick(["a", "/", "?b=c", "&d", "%20", "#e", ".org"]) }.joined()
    return URL(string: "https://example.org/\(text)") ?? URL(fileURLWithPath: "/")
  }

  mutating func uuid() -> UUID {
    let bytes = (0..<16).map { _ in integer(UInt8.self) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

// MARK: - Untyped values

extension Sampler {
  /// A tree as deep as `size` allows.
  mutating func tree() -> JSONValue {
    switch int(0...(size > 1 ? 6 : 4)) {
    case 0: .null
    case 1: .bool(bool())
    case 2: .string(string())
    case 3: .number(JSONNumber(text: numberText()) ?? 0)
    case 4: .number(JSONNumber(double()) ?? 0)
    case 5: .array(many { $0.tree() })
    default: .object(object())
    }
  }

  mutating func object() -> JSONObject {
    var object = JSONObject()
    for (key, value) in many({ ($0.string(), $0.tree()) }) { object[key] = value }
    return object
  }
}

import Foundation
import MirrorMap

/// Makes values of bytes; zeros once they are used up.
struct ByteFeed {
  private var bytes: UnsafeRawBufferPointer.SubSequence

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes[...] }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  mutating func bool() -> Bool { byte() & 1 == 1 }

  mutating func integer<I: FixedWidthInteger>(_ type: I.Type = I.self) -> I {
    let head = byte()
    switch head >> 6 {
    case 0: return I(truncatingIfNeeded: head & 0x3F)
    case 1: return [I.min, I.max, 0, I.max / 2][Int(head & 3)]
    default:
      var bits: UInt128 = 0
      for _ in 0..<(I.bitWidth / 8) { bits = bits << 8 | UInt128(byte()) }
      return I(truncatingIfNeeded: bits)
    }
  }

  mutating func double() -> Double {
    let value = Double(bitPattern: integer())
    return value.isFinite ? value : Double(integer(Int16.self)) / 64
  }

  mutating func float() -> Float {
    let value = Float(bitPattern: integer())
    return value.isFinite ? value : Float(integer(Int16.self)) / 64
  }

  mutating func count() -> Int { Int(byte() & 0x1F) }

  /// Any scalars: bytes that are no UTF-8 become replacement characters.
  mutating func string() -> String {
    let content = (0..<count()).map { _ in byte() }
    return String(decoding: content, as: UTF8.self)
  }

  mutating func data() -> Data { Data((0..<count()).map { _ in byte() }) }

  mutating func many<T>(_ make: (inout ByteFeed) -> T) -> [T] {
    (0..<(count() % 9)).map { _ in make(&self) }
  }

  mutating func maybe<T>(_ make: (inout ByteFeed) -> T) -> T? { bool() ? make(&self) : nil }

  mutating func dictionary<K: Hashable, V>(
    _ key: (inout ByteFeed) -> K, _ value: (inout ByteFeed) -> V
  ) -> [K: V] {
    Dictionary(many { (key(&$0), value(&$0)) }) { first, _ in first }
  }

  mutating func date() -> Date {
    Date(timeIntervalSinceReferenceDate: Double(integer(Int32.self)) + Double(byte()) / 256)
  }

  mutating func tree(_ depth: Int = 0) -> JSONValue {
    switch byte() % (depth < 5 ? 7 : 5) {
    case 0: .null
    case 1: .bool(bool())
    case 2: .string(string())
    case 3: .number(JSONNumber(integer(Int.self)))
    case 4: JSONNumber(double()).map { .number($0) } ?? .null
    case 5: .array(many { $0.tree(depth + 1) })
    default: .object(JSONObject(many { ($0.string(), $0.tree(depth + 1)) }))
    }
  }
}

import Foundation

/// How a type is decoded if it isn't by its own initializer.
enum KnownKind: Sendable {
  /// By its own initializer.
  case other
  case date, data, url, decimal
  /// Arrays that are read in one go.
  case strings, ints, doubles, points, lines
  /// Other arrays, and dictionaries whose keys are strings.
  case container(any DecodableContainer.Type)
  /// A tree or a number of this library, which keeps what no Swift type does.
  case tree, number

  /// The kind of a type.
  static func of(_ type: any Decodable.Type) -> KnownKind {
    all[ObjectIdentifier(type)] ?? (type as? any DecodableContainer.Type).map(container) ?? .other
  }

  private static let all: [ObjectIdentifier: KnownKind] = [
    ObjectIdentifier(Date.self): .date,
    ObjectIdentifier(Data.self): .data,
    ObjectIdentifier(URL.self): .url,
    ObjectIdentifier(Decimal.self): .decimal,
    ObjectIdentifier([String].self): .strings,
    ObjectIdentifier([Int].self): .ints,
    ObjectIdentifier([Double].self): .doubles,
    ObjectIdentifier([[Double]].self): .points,
    ObjectIdentifier([[[Double]]].self): .lines,
    ObjectIdentifier(JSONValue.self): .tree,
    ObjectIdentifier(JSONNumber.self): .number,
  ]
}

/// The kinds of types that were asked for in a call.
///
/// Finding out the kind of a type takes longer than decoding a small value. So the results are kept in a hash table in
/// which a type has one place, and takes it from the type that was there before.
struct KnownKinds {
  private static let bits: UInt = 6

  private var slots = [(type: ObjectIdentifier?, kind: KnownKind)](
    repeating: (nil, .other), count: 1 << bits)

  /// The kind of a type.
  @inline(__always)
  mutating func kind(of type: any Decodable.Type) -> KnownKind {
    let identifier = ObjectIdentifier(type)
    // Types are aligned to sixteen bytes, and the interesting ones are near each other.
    let hash = (UInt(bitPattern: identifier) &>> 4) &* 0x9E37_79B9
    let slot = Int(bitPattern: hash &>> (32 - Self.bits) & (1 &<< Self.bits &- 1))
    if slots[slot].type != identifier { slots[slot] = (identifier, KnownKind.of(type)) }
    return slots[slot].kind
  }
}

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

  fileprivate static let all: [ObjectIdentifier: KnownKind] = [
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

/// A type and its kind, for as long as the process runs.
///
/// Finding out the kind of a type takes longer than decoding a small value. As in ``PlanCache``, a table of atomic
/// pointers has in each slot the type that was used last.
struct KnownType {
  private let id: ObjectIdentifier
  let kind: KnownKind

  private static let slots = PermanentSlots<KnownType>(count: 256)
  private static let types = Locked<[ObjectIdentifier: Permanent<KnownType>]>([:])

  /// A type and its kind.
  @inline(__always)
  static func of<T: Decodable>(_ type: T.Type) -> Permanent<KnownType> {
    let id = ObjectIdentifier(type)
    if let known = slots.load(id.slot), known.pointee.id == id { return known }
    return find(type)
  }

  @inline(never)
  private static func find(_ type: any Decodable.Type) -> Permanent<KnownType> {
    let id = ObjectIdentifier(type)
    let known = types.withLock { types in
      if let known = types[id] { return known }
      let container = type as? any DecodableContainer.Type
      let kind = KnownKind.all[id] ?? container.map(KnownKind.container) ?? .other
      let known = Permanent(KnownType(id: id, kind: kind))
      types[id] = known
      return known
    }
    slots.store(known, id.slot)
    return known
  }
}

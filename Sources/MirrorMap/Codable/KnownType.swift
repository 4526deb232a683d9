import EssentialFoundation

/// How a type is decoded and encoded if it isn't by its own methods.
enum KnownKind: Sendable {
  /// By its own methods.
  case other
  /// As the options of the coder say.
  case date, data, url, decimal
  /// Arrays that are read and written in one go.
  case strings, ints, doubles, points, lines
  /// Other arrays, and dictionaries whose keys are strings.
  case container
  /// A tree, an object, or a number of this library, which keeps what no Swift type does.
  case tree, object, number

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
    ObjectIdentifier(JSONObject.self): .object,
    ObjectIdentifier(JSONNumber.self): .number,
  ]
}

/// A type and its kind, for as long as the process runs.
///
/// Finding out the kind of a type takes longer than coding a small value.
struct KnownType {
  let kind: KnownKind
  /// The type, if it is a container of decodable values.
  let decodable: (any DecodableContainer.Type)?
  /// The type, if it is a container of encodable values.
  let encodable: (any EncodableContainer.Type)?
  /// Whether the values are numbers, booleans, or strings.
  let isScalar: Bool

  private static let types = TypeTable<KnownType>()

  @inline(never)
  private init(_ type: Any.Type) {
    let id = ObjectIdentifier(type)
    decodable = type as? any DecodableContainer.Type
    encodable = type as? any EncodableContainer.Type
    let isContainer = decodable != nil || encodable != nil
    kind = KnownKind.all[id] ?? (isContainer ? .container : .other)
    isScalar = Self.scalars.contains(id)
  }

  /// A type and its kind.
  @inline(__always)
  static func of<T>(_ type: T.Type) -> Permanent<KnownType> {
    types.value(of: type) { KnownType(type) }
  }

  private static let scalars: Set<ObjectIdentifier> = Set(
    ([
      String.self, Bool.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self,
      Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
      UInt128.self,
    ] as [Any.Type]).map { ObjectIdentifier($0) })
}

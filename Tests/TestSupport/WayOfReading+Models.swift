import MirrorMap

/// The models that documents are read into.
extension WayOfReading {
  struct PathHolder: Mappable {
    @Mapped("user.name") var name: JSONValue?
    @Mapped("list.0") var first: JSONValue?
    @Mapped("list.2") var third: JSONValue?
    @Mapped("all.*.a") var all: [JSONValue] = []
    @Mapped("twice") var one: JSONValue?
    @Mapped("twice", direction: .decodeOnly) var other: JSONValue?
    @Mapped("twice.inner", direction: .decodeOnly) var inner: JSONValue?
  }

  struct Choosing: Mappable {
    @Mapped("first", "second", "third") var chosen: JSONValue?
  }

  struct Flattening: Mappable {
    @Mapped var own: JSONValue?
    @Flattened var holder: ValueHolder
  }

  struct Keeping: Mappable {
    @Mapped("known") var known: Int?
    @Extras var rest: [String: JSONValue]
  }

  struct KeepingInOrder: Mappable {
    @Mapped("user.name") var name: Int?
    @Extras var rest: JSONObject
  }

  /// A model that looks at all that it is going to be made of, before it has been validated.
  struct Viewing: Mappable, DecodeValidating {
    @Mapped("held") var held: JSONValue

    static func willDecode(_ json: JSONView, in context: MappingContext) throws {
      WayOfReading.walk(json)
    }
  }

  class HoldingClass: Mappable {
    @Mapped("held") var held: JSONValue
    required init() {}
  }

  final class HoldingSubclass: HoldingClass {
    @Mapped("own") var own: JSONValue
  }

  final class OptionalClass: Mappable {
    @Mapped("other") var other: Int?
    init() {}
  }

  struct Asking: ImmutableMappable {
    let held: JSONValue
    let name: JSONValue?

    init(from object: inout ObjectReader) throws {
      held = try object.value("held", "second")
      name = try object.value("user.name")
    }
  }

  struct AskingBackwards: ImmutableMappable {
    let last: Int
    let held: JSONValue?
    let rest: [String: JSONValue]

    init(from object: inout ObjectReader) throws {
      last = try object.value("last")
      held = try object.value("held")
      rest = try object.unmapped()
    }
  }

  /// A value that user code reads, whatever it is.
  struct HandReader: MappableValue {
    static func decode(from reader: inout JSONReader) throws -> HandReader {
      switch reader.nextKind {
      case .object?: try reader.decodeObject { _, reader in _ = try decode(from: &reader) }
      case .array?: try reader.decodeArray { _ = try decode(from: &$0) }
      case .string?: _ = try reader.decode(String.self)
      case .number?: _ = try reader.decode(JSONNumber.self)
      case .bool?: _ = try reader.decode(Bool.self)
      default: try reader.decodeNull()
      }
      return HandReader()
    }

    func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
  }

  /// A value that is tried in several ways, the last of which fits always.
  struct Attempting: MappableValue {
    static func decode(from reader: inout JSONReader) throws -> Attempting {
      let isRead =
        reader.attempt { _ = try $0.decode(Int.self) } != nil
        || reader.attempt { _ = try $0.decode([String: Double].self) } != nil
        || reader.attempt { _ = try $0.decode([String].self) } != nil
      if !isRead { _ = try reader.decode(JSONValue.self) }
      return Attempting()
    }

    func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
  }

  struct Registered: Mappable {
    static let untagged = ModelRegistry<JSONValue>(.untagged)
      .adding(embed: { (_: Int) in .null }, extract: { _ in nil })
      .adding(embed: { (_: [String: String]) in .null }, extract: { _ in nil })
      .adding(embed: { (_: [[Bool]]) in .null }, extract: { _ in nil })
      .adding(embed: { (value: JSONValue) in value }, extract: { $0 })
    static let tagged = ModelRegistry<JSONValue>(.internal(tag: "tag"))
      .adding("a", embed: { (holder: ValueHolder) in holder.held }, extract: { _ in nil })

    @Mapped("held", transform: Self.untagged) var held: JSONValue
    @Mapped("tagged", transform: Self.tagged) var value: JSONValue?
  }
}

// Declarations that don't compile, each with a part of the message that its programmer sees.
// `Tests/Client/mistakes` compares them with what the compiler says.

import Foundation
import MirrorMap

protocol Shape {}
struct Unmapped {}

struct UntypedValue: Mappable {
  @Mapped var value: Any  // error: use JSONValue for Any, a ModelRegistry for any P, transform:
}
struct UntypedDictionary: Mappable {
  @Mapped var values: [String: Any]  // error: use JSONValue for Any
}
struct OptionalDictionary: Mappable {
  @Mapped("values") var values: [String: Any]?  // error: use JSONValue for Any
}
struct UntypedArray: Mappable {
  @Mapped("values", coercion: .lossless) var values: [Any] = []  // error: use JSONValue for Any
}
struct Existential: Mappable {
  @Mapped("shape") var shape: any Shape  // error: a ModelRegistry for any P
}
struct Existentials: Mappable {
  @Mapped var shapes: [any Shape]  // error: a ModelRegistry for any P
}
struct OtherType: Mappable {
  @Mapped("other") var other: Unmapped  // error: or adopt Mappable, MappableValue, or
}
enum OnlyAValue: String, MappableValue { case a }
struct KeyOfOtherType: Mappable {
  @Mapped var counts: [OnlyAValue: Int]  // error: for the keys of a dictionary, MappableKey
}
struct OnlyCodable: Codable {}
struct CodableType: Mappable {
  @Mapped var value: OnlyCodable?  // error: transform: .codable() or .rawValue()
}
struct UnlabeledTransform: Mappable {
  @Mapped("date", .iso8601) var date: Date  // error: @Mapped("key", transform: .iso8601)
}
struct OnlyTransform: Mappable {
  @Mapped(.iso8601) var date: Date  // error: @Mapped(transform: .iso8601)
}
struct UnlabeledWithDefault: Mappable {
  @Mapped("date", .unixSeconds) var date = Date()  // error: @Mapped("key", transform:
}
struct OnlyTransformWithDefault: Mappable {
  @Mapped(.base64) var data = Data()  // error: @Mapped(transform: .iso8601)
}
struct UnlabeledInReader: ImmutableMappable {
  let date: Date
  let dates: [Date]

  init(from object: inout ObjectReader) throws {
    date = try object.value("date", .iso8601)  // error: value("key", transform: .iso8601)
    dates = try object.value("dates", .iso8601)  // error: value("key", transform: .iso8601)
  }
  func encode(to object: inout ObjectWriter) throws {}
}
func decodeOtherSources(_ object: [String: Any], _ url: URL) throws {
  _ = try Right.decode(from: object)  // error: use decode(fromObject:)
  _ = try [Right].decode(from: object, at: "items")  // error: use decode(fromObject:)
  _ = try Right.decode(from: url)  // error: use decode(contentsOf:)
  _ = try Right.decode(from: 1)  // error: cannot convert value of type 'Int'
}
struct HalfATransform: Transform {  // error: does not conform to protocol 'Transform'
  func decode(_ json: String) throws -> Int { 0 }
}

// The messages for other mistakes stay those of the compiler.

struct WrongLabel: Mappable {
  @Mapped("a", nestd: false) var a: Int  // error: incorrect argument label in call
}
struct WrongOption: Mappable {
  @Mapped("a", direction: .encodOnly) var a: Int  // error: has no member 'encodOnly'
}
struct WrongDefault: Mappable {
  @Mapped("a") var a: Int = "a"  // error: cannot convert value of type 'String'
}

// These are right.

struct Right: Mappable {
  @Mapped("a") var value: JSONValue
  @Mapped("b", transform: .any) var any: Any
  @Mapped("c", transform: .iso8601) var date = Date()
  @Mapped var dictionary: [String: JSONValue]?
}
func decodeSources(_ bytes: [UInt8], _ data: Data, _ text: Substring) throws {
  _ = try Right.decode(from: bytes)
  _ = try [Right].decode(from: data, at: "items")
  _ = try Right.decode(from: text)
  _ = try Right.decode(from: "{}")
  _ = try Right.decode(from: [0x7B, 0x7D])
  let right: Right = try .decode(from: Array("{}".utf8))
  _ = right
}

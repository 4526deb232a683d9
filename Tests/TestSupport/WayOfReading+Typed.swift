import Foundation
import MirrorMap

/// Values of all types: strictly on the fast path of models and arrays, where what is not of the type
/// is refused; and where failures are stopped, so that any JSON is taken.
extension WayOfReading {
  static let typed =
    strict(Int.self) + strict(Double.self) + strict(String.self) + strict(Bool.self)
    + strict(Int8.self) + strict(UInt64.self) + strict(Int128.self) + strict(Float.self)
    + strict(Decimal.self) + strict(JSONNumber.self) + strict(Date.self) + strict(URL.self)
    + strict(UUID.self) + strict(Data.self) + strict([Int].self) + strict([[Double]].self)
    + strict([String].self) + strict([String: Int].self) + strict([Int: Bool].self)
    + strict(Set<String>.self) + strict(JSONObject.self) + strict(Rich.self)
    + strict(Grade.self) + strict(Rich.Part.self)

  private static func strict<Value: MappableValue>(_ type: Value.Type) -> [WayOfReading] {
    [
      WayOfReading("\(type)", isTyped: true) { _ = try Value.decode(from: $0) },
      WayOfReading("[\(type)]", "[?]", isTyped: true) { _ = try [Value].decode(from: $0) },
      WayOfReading("[\(type)?]", "[null,?]", isTyped: true) {
        _ = try [Value?].decode(from: $0)
      },
      WayOfReading("mapped \(type)", #"{"held":?}"#, isTyped: true) {
        _ = try Requiring<Value>.decode(from: $0)
      },
      WayOfReading("bent \(type)", #"{"held":?}"#, isTyped: true) {
        _ = try Tolerating<Value>.decode(from: $0, using: .bending)
      },
      WayOfReading("lenient \(type)", #"{"held":?}"#) {
        _ = try Tolerating<Value>.decode(from: $0, using: .lenient)
      },
      WayOfReading("lossy \(type)", "[?,?]") {
        _ = try [Value].decode(from: $0, using: .lossy)
      },
      WayOfReading("told \(type)", #"{"held":?}"#) { try told(Requiring<Value>.self, $0) },
      WayOfReading("told [String: \(type)]", #"{"a":?,"b":?}"#) {
        try told([String: Value].self, $0)
      },
    ]
  }
}

extension WayOfReading {
  struct Requiring<Value: MappableValue>: Mappable {
    @Mapped("held") var held: Value
  }

  struct Tolerating<Value: MappableValue>: Mappable {
    @Mapped("held") var held: Value?
  }

  enum Grade: String, MappableValue {
    case good, bad
  }

  /// A model with everything, optional, for documents that are damaged.
  struct Rich: Mappable {
    struct Part: Mappable {
      @Mapped("deep") var deep: [[[[String: [Int]]]]]?
      @Mapped("text") var text: String?
      @Mapped("e") var empty: String = ""
      @Mapped("flag", "mark") var flag: Bool?
    }

    @Mapped("id") var id: Double?
    @Mapped("náme", "list.3") var name: JSONValue?
    @Mapped("list.6") var zero: Int?
    @Mapped("list.8") var odd: Int?
    @Mapped("list.9") var long: JSONNumber?
    @Mapped("☃ and a long key of many bytes") var part: Part?
    @Mapped("zero") var minusZero: Float = 1
    @Mapped("tiny") var tiny: Double = 1
    @Mapped("grade") var grade: Grade?
    @Mapped("at") var date: Date?
  }
}

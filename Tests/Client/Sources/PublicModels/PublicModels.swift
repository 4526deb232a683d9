import Foundation
import MirrorMap

public struct Address: Mappable, Hashable, Sendable {
  @Mapped("street") public var street: String
  @Mapped("geo.lat") public var latitude: Double?
  @Mapped("geo.lon") public var longitude: Double?
  public internal(set) var note = "untouched"

  public init() {}

  public init(street: String) {
    self.init()
    self.street = street
  }
}

public enum Role: String, MappableValue, MappableKey, CaseIterable {
  case admin, member
}

open class Person: Mappable {
  @Mapped("id") public var id: Int
  @Mapped public var isActive: Bool = true
  public var mark: UInt8 = 0xA5
  @Mapped public var role: Role?
  public required init() {}
}

public struct Page<Item: MappableValue>: Mappable {
  @Mapped("meta.page") public var number: Int
  @Mapped public var isLast: Bool = false
  @Mapped public var items: [Item]
  @Mapped public var first: Item?
  public init() {}
}

open class Repository<Key: MappableValue & Hashable, Value: MappableValue>: Mappable {
  @Mapped public var keys: Set<Key>
  @Mapped public var value: Value
  public var between: Any = "between"
  @Mapped public var isOpen: Bool
  public required init() {}
}

/// Amounts in cents, as text such as `"12.50"`.
public struct MoneyTransform: Transform {
  public init() {}
  public func decode(_ json: String) throws -> Int {
    let parts = json.split(separator: ".")
    guard parts.count == 2, let units = Int(parts[0]), let cents = Int(parts[1]) else {
      throw MappingError(expected: "an amount")
    }
    return units * 100 + cents
  }
  public func encode(_ object: Int) -> String {
    "\(object / 100)." + (object % 100 < 10 ? "0" : "") + "\(object % 100)"
  }
}

extension ValueCoding where Self == MoneyTransform {
  public static var money: MoneyTransform { MoneyTransform() }
}

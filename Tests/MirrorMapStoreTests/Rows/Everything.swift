import Foundation
import MirrorMapStore

enum OddRole: String, MappableValue, CaseIterable {
  case plain
  case bracket = "[odd"
  case brace = "{"
  case empty = ""
}

enum Level: Int, MappableValue {
  case low = 0
  case high = 3
}

struct Home: Mappable, Equatable {
  @Mapped var street: String
  @Mapped var number: Int?
}

extension Home {
  init(street: String) {
    self.init()
    self.street = street
  }
}

struct Paging: Mappable, Equatable {
  @Mapped var page: Int
}

extension Paging {
  init(page: Int) {
    self.init()
    self.page = page
  }
}

struct HexInteger: Transform {
  func decode(_ json: String) throws -> Int {
    guard let value = Int(json, radix: 16) else { throw MappingError(expected: "a hex number") }
    return value
  }

  func encode(_ object: Int) -> String { String(object, radix: 16) }
}

struct Point: MappableValue, Equatable {
  var x, y: Double

  static func decode(from reader: inout JSONReader) throws -> Point {
    let pair = try reader.decode([Double].self)
    guard pair.count == 2 else { throw MappingError(expected: "two numbers") }
    return Point(x: pair[0], y: pair[1])
  }

  func encode(to writer: inout JSONWriter) throws { try writer.encode([x, y]) }
}

/// A property of every type that a column treats in its own way.
struct Everything: StoredModel {
  @Mapped var id: Int
  @Mapped var bool: Bool?
  @Mapped var int8: Int8?
  @Mapped var uint32: UInt32?
  @Mapped var int: Int?
  @Mapped var uint: UInt?
  @Mapped var uint64: UInt64?
  @Mapped var int128: Int128?
  @Mapped var uint128: UInt128?
  @Mapped var double: Double?
  @Mapped var float: Float?
  @Mapped var string: String?
  @Mapped var date: Date?
  @Mapped(transform: .unixMilliseconds) var millis: Date?
  @Mapped var uuid: UUID?
  @Mapped var url: URL?
  @Mapped var data: Data?
  @Related var one: Reference<Everything>?
  @Related var many: [Reference<Everything>]
  @Related var set: Set<Reference<Everything>>
  @Mapped var role: OddRole?
  @Mapped var level: Level?
  @Mapped var decimal: Decimal?
  @Mapped var decimals: [Decimal]?
  @Mapped var home: Home?
  @Mapped var ints: [Int]?
  @Mapped var words: Set<String>?
  @Mapped var counts: [String: Int]?
  @Mapped var json: JSONValue?
  @Mapped(transform: HexInteger()) var hex: Int?
  @Mapped var bools: [Bool?]?
  @Mapped var nested: [String: [Home]]?
  @Mapped var point: Point?
  @Flattened var paging: Paging?
  @Extras var extras: [String: JSONValue]
}

extension Everything {
  init(id: Int) {
    self.init()
    self.id = id
  }

  /// Models with ordinary, extreme, and confusable values.
  static var samples: [Everything] {
    get throws { [Everything(id: 0), ordinary, greatest, smallest, try confusable] }
  }

  private static var ordinary: Everything {
    var model = Everything(id: 1)
    (model.bool, model.int8, model.uint32, model.int, model.uint) = (false, 1, 2, 3, 4)
    (model.uint64, model.int128, model.uint128, model.double, model.float) = (5, 6, 7, 8, 9)
    (model.string, model.date) = ("text", Date(timeIntervalSinceReferenceDate: 1000))
    model.millis = Date(timeIntervalSinceReferenceDate: 2000)
    (model.uuid, model.url) = (UUID(), URL(string: "https://example.com/a?b=c"))
    (model.data, model.one) = (Data([1, 2]), Reference(1))
    (model.many, model.set) = (.references(3, 2), .references(5, 4))
    (model.role, model.level) = (.plain, .low)
    (model.decimal, model.decimals) = (Decimal(string: "12.34"), [1, Decimal(string: "0.1")!])
    (model.home, model.ints, model.words) = (Home(street: "s"), [1, 2], ["a", "b"])
    (model.counts, model.json, model.hex) = (["a": 1], ["k": [1, "x", nil]], 255)
    (model.bools, model.nested) = ([true, nil, false], ["a": [Home(street: "t")], "b": []])
    (model.point, model.paging) = (Point(x: 1, y: 2.5), Paging(page: 3))
    model.extras = ["more": ["deep": true]]
    return model
  }

  private static var greatest: Everything {
    var model = Everything(id: .max)
    (model.int8, model.uint32, model.int, model.uint) = (.max, .max, .max, .max)
    (model.uint64, model.int128, model.uint128) = (.max, .max, .max)
    (model.double, model.float) = (.greatestFiniteMagnitude, .greatestFiniteMagnitude)
    model.date = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
    model.decimal = Decimal(string: "12345678901234567890123456789.012345678")
    (model.json, model.hex, model.level) = (18_446_744_073_709_551_615, .max, .high)
    return model
  }

  private static var smallest: Everything {
    var model = Everything(id: .min)
    (model.int8, model.uint32, model.int, model.uint) = (.min, 0, .min, 0)
    (model.uint64, model.int128, model.uint128) = (1 << 63, .min, 1 << 64)
    (model.double, model.float) = (.leastNonzeroMagnitude, -.leastNonzeroMagnitude)
    (model.string, model.data, model.words, model.counts) = ("", Data(), [], [:])
    (model.ints, model.bools, model.nested, model.role) = ([], [], [:], .empty)
    model.date = Date(timeIntervalSinceReferenceDate: -63_113_904_000)
    (model.decimal, model.json) = (Decimal(string: "-0.000000000000000000000000000001"), nil)
    return model
  }

  private static var confusable: Everything {
    get throws {
      var model = Everything(id: -1)
      (model.string, model.role, model.json) = ("[1]\u{0}\"é😀", .bracket, "{}")
      (model.words, model.counts) = (["[", "true", "1"], ["{": 1, "": 2])
      (model.decimal, model.double) = (Decimal(1), 0)
      model.extras = ["a": "[", "b": try .decode(from: "1e999"), "c": .null]
      model.url = URL(string: "file:///tmp/a%20b")
      return model
    }
  }
}

import MirrorMap

struct TailPadding: Mappable {
  @Mapped var count: Int
  @Mapped var isOpen: Bool
  var flag = true
  @Mapped var level: UInt8
  var mark: UInt8 = 0xA5
  @Mapped var port: Int16?
  var word: UInt16 = 0xBEEF
  @Mapped var last: Bool?
  var end: UInt8 = 0x5A

  static var expectedOffsets: [Int?] {
    [
      MemoryLayout<Self>.offset(of: \._count), MemoryLayout<Self>.offset(of: \._isOpen),
      MemoryLayout<Self>.offset(of: \._level), MemoryLayout<Self>.offset(of: \._port),
      MemoryLayout<Self>.offset(of: \._last),
    ]
  }
}

final class Landmark {}

struct Nothing: Equatable {}

struct FourWords: CustomStringConvertible {
  var words: (Int, Int, Int, Int) = (1, 2, 3, 4)
  var description: String { "4 words" }
}

enum Shape: Equatable {
  case point
  case circle(radius: Double)
  indirect case scaled(Shape, by: Double)
}

struct Mixture: Mappable {
  nonisolated(unsafe) static let sharedObject = Landmark()

  var anything: Any = 41
  @Mapped var a: String
  var largeExistential: any CustomStringConvertible = FourWords()
  weak var parent: Landmark? = Mixture.sharedObject
  @Mapped var b: Int8
  var nothing = Nothing()
  var reference: Landmark = Mixture.sharedObject
  @Mapped var c: [Double]
  var closure: (Int) -> Int = { $0 + 1 }
  var pair: (UInt16, String, Bool) = (0x1122, "two", true)
  @Mapped var d: Bool
  var shape = Shape.circle(radius: 2.5)
  var wide = SIMD4<Double>(1, 2, 3, 4)
  @Mapped var e: [String: String]
  var small = SIMD2<UInt8>(9, 8)
  var metatype: Any.Type = Int.self
  var optionalExistential: Any? = "inside"
  @Mapped var f: String?
  unowned var owner: Landmark = Mixture.sharedObject

  static var expectedOffsets: [Int?] {
    [
      MemoryLayout<Self>.offset(of: \._a), MemoryLayout<Self>.offset(of: \._b),
      MemoryLayout<Self>.offset(of: \._c), MemoryLayout<Self>.offset(of: \._d),
      MemoryLayout<Self>.offset(of: \._e), MemoryLayout<Self>.offset(of: \._f),
    ]
  }
}

struct Lazy: Mappable {
  @Mapped var x: Int
  lazy var computedOnce = 40 + x * 2
  @Mapped var y: Int

  static var expectedOffsets: [Int?] {
    [MemoryLayout<Self>.offset(of: \._x), MemoryLayout<Self>.offset(of: \._y)]
  }
}

/// A vector as an array of its lanes.
struct Lanes<Vector: SIMD>: MappableValue where Vector.Scalar: MappableValue & SendableMetatype {
  var value: Vector

  static func decode(from reader: inout JSONReader) throws -> Lanes {
    let scalars = try reader.decode([Vector.Scalar].self)
    guard scalars.count == Vector.scalarCount else {
      throw MappingError(expected: "\(Vector.scalarCount) numbers")
    }
    return Lanes(value: Vector(scalars))
  }

  func encode(to writer: inout JSONWriter) throws {
    try writer.encode(value.indices.map { value[$0] })
  }
}

/// A value without a byte of its own.
struct Blank: MappableValue {
  static func decode(from reader: inout JSONReader) throws -> Blank {
    _ = try reader.decode([String: Int].self)
    return Blank()
  }
  func encode(to writer: inout JSONWriter) throws { try writer.encode([String: Int]()) }
}

struct Alignments: Mappable {
  var before: UInt8 = 0x11
  @Mapped var lanes: Lanes<SIMD8<Double>>
  @Mapped var byte: UInt8
  var between: UInt8 = 0x22
  @Mapped var empty: Blank
  @Mapped var pair: Lanes<SIMD2<Float>>
  var after: UInt8 = 0x33

  static var expectedOffsets: [Int?] {
    [
      MemoryLayout<Self>.offset(of: \._lanes), MemoryLayout<Self>.offset(of: \._byte),
      MemoryLayout<Self>.offset(of: \._empty), MemoryLayout<Self>.offset(of: \._pair),
    ]
  }
}

struct Enormous: Mappable {
  @Mapped var front: Int
  var block = Eightfold(Eightfold(Eightfold(Eightfold(UInt64(0x7777_7777_7777_7777)))))
  @Mapped var back: String

  static var expectedOffsets: [Int?] {
    [MemoryLayout<Self>.offset(of: \._front), MemoryLayout<Self>.offset(of: \._back)]
  }
}

struct Guest: Mappable, Equatable {
  @Mapped var name: String = "nobody"
  @Mapped var age: Int = 0
}

struct Envelope: Mappable {
  @Mapped("user") var user = Guest()
  var plain = Guest()
  @Mapped var number: Int = 9
  @Mapped("other") var other = Guest()

  static var expectedOffsets: [Int?] {
    [
      MemoryLayout<Self>.offset(of: \._user), MemoryLayout<Self>.offset(of: \._number),
      MemoryLayout<Self>.offset(of: \._other),
    ]
  }
}

struct Wrapped<Value: MappableValue>: Mappable {
  @Mapped var first: UInt8
  @Mapped var value: Value
  var neighbor: UInt8 = 1
  @Mapped var last: UInt8

  static var expectedOffsets: [Int?] {
    [
      MemoryLayout<Self>.offset(of: \._first), MemoryLayout<Self>.offset(of: \._value),
      MemoryLayout<Self>.offset(of: \._last),
    ]
  }
}

struct Discreet: Mappable {
  @Mapped private var secret: String
  @Mapped private(set) var readable: Int
  var revealed: String { secret }
}

struct RawNames: Mappable {
  @Mapped var `first name`: String?
  @Mapped var `default`: Int?
  @Mapped var _hidden: Bool = false
}

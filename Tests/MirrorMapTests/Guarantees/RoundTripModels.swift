import Foundation
import MirrorMap

@testable import TestSupport

/// Models of all kinds, with all kinds of values, and how they are made.
enum RoundTripModels {
  enum Kind: String, MappableValue, CaseIterable {
    case plain, fancy
    case other = "o/ther"
  }
  enum Level: Int, MappableValue, CaseIterable {
    case low = -1
    case high = 9
  }

  struct Numbers: Mappable, Equatable {
    @Mapped var int: Int
    @Mapped var int8: Int8
    @Mapped var int16: Int16
    @Mapped var int32: Int32
    @Mapped var int64: Int64
    @Mapped var int128: Int128
    @Mapped var uint: UInt
    @Mapped var uint8: UInt8
    @Mapped var uint16: UInt16
    @Mapped var uint32: UInt32
    @Mapped var uint64: UInt64
    @Mapped var uint128: UInt128
    @Mapped var float: Float
    @Mapped var double: Double
    @Mapped var decimal: Decimal
    @Mapped var maybeFloat: Float?
    @Mapped var maybeDouble: Double?
    @Mapped var maybeInt128: Int128?
    @Mapped var doubles: [Double] = []
    @Mapped var grid: [[Float?]] = []
    @Mapped var counts: [Int: UInt8] = [:]

    /// The bits of all floating-point numbers: `==` takes -0 for 0.
    var bits: [UInt64] {
      let all = doubles + [double] + [maybeDouble].compactMap { $0 }
      let floats = [float] + [maybeFloat].compactMap { $0 } + grid.joined().compactMap { $0 }
      return all.map(\.bitPattern) + floats.map { UInt64($0.bitPattern) }
    }
  }

  struct Part: Mappable, Equatable {
    @Mapped("n") var number: Int
    @Mapped("info.note", "note") var note: String?
    @Mapped("info.levels.0") var level: Int8 = 0
    @Mapped("info.levels.1") var second: Int16?
  }

  struct Page: Mappable, Equatable {
    @Mapped var page: Int
    @Mapped("paging.total") var total: UInt?
  }
  struct Badge: Mappable, Equatable {
    @Mapped("badge_text") var text: String
    @Mapped("badge.level") var level: Level?
  }

  struct Constant: ImmutableMappable, Equatable {
    let name: String
    let numbers: [Int?]
    let inner: Page?

    init(name: String, numbers: [Int?], inner: Page?) {
      (self.name, self.numbers, self.inner) = (name, numbers, inner)
    }
    init(from object: inout ObjectReader) throws {
      name = try object.value("title.text")
      numbers = try object.value("numbers")
      inner = try object.value("inner")
    }
    func encode(to object: inout ObjectWriter) throws {
      try object.set(name, "title.text")
      try object.set(numbers, "numbers")
      try object.set(inner, "inner")
    }
  }

  class Animal: Mappable, Equatable {
    @Mapped var name: String
    @Mapped var parent: Animal?
    required init() {}
    func isEqual(to other: Animal) -> Bool {
      type(of: self) == type(of: other) && name == other.name && parent == other.parent
    }
    static func == (one: Animal, other: Animal) -> Bool { one.isEqual(to: other) }
  }
  final class Dog: Animal {
    @Mapped("tricks.0") var trick: String?
    @Mapped var friends: [Dog] = []
    override func isEqual(to other: Animal) -> Bool {
      guard let dog = other as? Dog else { return false }
      return super.isEqual(to: other) && trick == dog.trick && friends == dog.friends
    }
  }

  enum Event: Polymorphic, Equatable {
    case moved(Page)
    case named(Badge)
    case constant(Constant)
    case stopped
    static let registry = ModelRegistry<Event>(.internal(tag: "type"))
      .adding(
        "moved", embed: Event.moved, extract: { if case .moved(let it) = $0 { it } else { nil } }
      )
      .adding(
        "named", embed: Event.named, extract: { if case .named(let it) = $0 { it } else { nil } }
      )
      .adding(
        "constant", embed: Event.constant,
        extract: { if case .constant(let it) = $0 { it } else { nil } }
      )
      .adding("stopped", .stopped)
  }

  static let animals = ModelRegistry<Animal>(.adjacent(tag: "t", content: "c"))
    .adding(Animal.self, as: "animal")
    .adding(Dog.self, as: 7)

  struct Everything: Mappable, Equatable {
    @Mapped var id: UInt64
    @Mapped var numbers: Numbers
    @Mapped("identity.name", "name") var name: String
    @Mapped("identity.tags.0") var firstTag: String?
    @Mapped("identity.tags.2") var thirdTag: String?
    @Mapped("flag \"quoted\" 🏁") var flag: Bool?
    @Mapped var kind: Kind = .plain
    @Mapped var levels: [Level?] = []
    @Mapped var part: Part?
    @Mapped var partList: [Part] = []
    @Mapped var partsByName: [String: Part] = [:]
    @Mapped var kinds: Set<Kind> = []
    @Mapped var json: JSONValue = .null
    @Mapped("hex", transform: HexNumber()) var hex: Int
    @Mapped("hexes", transform: HexNumber()) var hexes: [String: [Int]] = [:]
    @Mapped("maybe.hex", "hex2", transform: HexNumber()) var maybeHex: Int?
    @Mapped("dates.plain") var date: Date
    @Mapped("dates.iso", transform: .iso8601) var isoDate: Date?
    @Mapped("dates.unix", transform: .unixSeconds) var unix: Date?
    @Mapped var data: Data
    @Mapped("blob", transform: .base64URL) var blob: Data?
    @Mapped var link: URL
    @Mapped var uuid: UUID
    @Mapped("a.b.c", delimiter: "->") var dotted: String?
    @Mapped("deep->er->1", delimiter: "->") var deeper: [String]?
    @Mapped("plain.name", nested: false) var unnested: String??
    @Flattened var page: Page
    @Flattened var badge: Badge?
    @Mapped var constant: Constant
    @Mapped var animal: Animal
    @Mapped var dogs: [Dog]?
    @Mapped(transform: RoundTripModels.animals) var zoo: [Animal] = []
    @Mapped var events: [Event] = []
    @Extras var others: JSONObject
  }
}

// MARK: - Making them

extension Sampler {
  mutating func numbers() -> RoundTripModels.Numbers {
    var numbers = RoundTripModels.Numbers()
    numbers.int = integer()
    numbers.int8 = integer()
    numbers.int16 = integer()
    numbers.int32 = integer()
    numbers.int64 = integer()
    numbers.int128 = integer()
    numbers.uint = integer()
    numbers.uint8 = integer()
    numbers.uint16 = integer()
    numbers.uint32 = integer()
    numbers.uint64 = integer()
    numbers.uint128 = integer()
    numbers.float = float()
    numbers.double = double()
    numbers.decimal = decimal()
    if bool() { numbers.maybeFloat = maybe { $0.float() } }
    if bool() { numbers.maybeDouble = maybe { $0.double() } }
    if bool() { numbers.maybeInt128 = maybe { $0.integer() } }
    numbers.doubles = many { $0.double() }
    numbers.grid = many { $0.many { $0.maybe { $0.float() } } }
    numbers.counts = dictionary({ $0.integer() }, { $0.integer() })
    return numbers
  }

  mutating func part() -> RoundTripModels.Part {
    var part = RoundTripModels.Part()
    part.number = integer()
    if bool() { part.note = maybe { $0.string() } }
    part.level = integer()
    if bool() { part.second = maybe { $0.integer() } }
    return part
  }

  mutating func page() -> RoundTripModels.Page {
    var page = RoundTripModels.Page()
    page.page = integer()
    if bool() { page.total = maybe { $0.integer() } }
    return page
  }

  mutating func badge() -> RoundTripModels.Badge {
    var badge = RoundTripModels.Badge()
    badge.text = string()
    if bool() { badge.level = maybe { $0.pick(RoundTripModels.Level.allCases) } }
    return badge
  }

  mutating func constant() -> RoundTripModels.Constant {
    RoundTripModels.Constant(
      name: string(), numbers: many { $0.maybe { $0.integer() } }, inner: maybe { $0.page() })
  }

  mutating func animal() -> RoundTripModels.Animal {
    if bool() { return dog() }
    let animal = RoundTripModels.Animal()
    name(animal)
    return animal
  }

  mutating func dog() -> RoundTripModels.Dog {
    let dog = RoundTripModels.Dog()
    name(dog)
    if bool() { dog.trick = maybe { $0.string() } }
    if size > 1 { dog.friends = many { $0.dog() } }
    return dog
  }

  /// What all animals have. Parents are read as what they are declared to be.
  private mutating func name(_ animal: RoundTripModels.Animal) {
    animal.name = string()
    guard bool(3) else { return }
    let parent = RoundTripModels.Animal()
    parent.name = string()
    animal.parent = maybe { _ in parent }
  }

  mutating func event() -> RoundTripModels.Event {
    switch int(0...3) {
    case 0: .moved(page())
    case 1: .named(badge())
    case 2: .constant(constant())
    default: .stopped
    }
  }

  mutating func everything() -> RoundTripModels.Everything {
    var model = RoundTripModels.Everything()
    model.id = integer()
    model.numbers = numbers()
    model.name = string()
    if bool() { model.firstTag = maybe { $0.string() } }
    if bool() { model.thirdTag = maybe { $0.string() } }
    if bool() { model.flag = maybe { $0.bool() } }
    model.kind = pick(RoundTripModels.Kind.allCases)
    model.levels = many { $0.maybe { $0.pick(RoundTripModels.Level.allCases) } }
    if bool() { model.part = maybe { $0.part() } }
    model.partList = many { $0.part() }
    model.partsByName = dictionary({ $0.string() }, { $0.part() })
    model.kinds = Set(many { $0.pick(RoundTripModels.Kind.allCases) })
    model.json = tree()
    model.hex = integer()
    model.hexes = dictionary({ $0.string() }, { $0.many { $0.integer() } })
    if bool() { model.maybeHex = maybe { $0.integer() } }
    model.date = date()
    if bool() { model.isoDate = maybe { $0.date() } }
    model.unix = maybe { Date(timeIntervalSince1970: Double($0.integer(Int32.self))) }
    model.data = data()
    if bool() { model.blob = maybe { $0.data() } }
    model.link = url()
    model.uuid = uuid()
    if bool() { model.dotted = maybe { $0.string() } }
    if bool() { model.deeper = maybe { $0.many { $0.string() } } }
    if bool() { model.unnested = maybe { $0.string() } }
    model.page = page()
    model.badge = maybe { $0.badge() }
    model.constant = constant()
    // Read as what it is declared to be.
    repeat { model.animal = animal() } while model.animal is RoundTripModels.Dog
    if bool() { model.dogs = maybe { $0.many { $0.dog() } } }
    model.zoo = many { $0.animal() }
    model.events = many { $0.event() }
    for (index, value) in many({ $0.tree() }).enumerated() {
      model.others["extra \(index)"] = value
    }
    return model
  }
}

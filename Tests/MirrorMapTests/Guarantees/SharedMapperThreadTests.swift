import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

/// Mappers, transforms and registries that many threads use at once, and copies of them that some
/// threads change meanwhile.
struct SharedMapperThreadTests {
  private static let text = #"""
    {"order_id":"7","placed_on":1500000000,"shipped_on":"2017-07-14","listed_on":"14/07/2017",\#
    "figures":[{"type":"circle","radius":2},{"type":"square","side":3}],"color":"ff",\#
    "unknown_key":[1]}
    """#

  private static func mapper(_ issues: Locked<[String]>) -> Mapper {
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    mapper.coercion = .lossless
    mapper.unknownKeys = .report
    mapper.setTransform(.unixSeconds)
    mapper.logger = { issue in issues.withLock { $0.append("\(issue.path)") } }
    return mapper
  }

  @Test func oneMapperServesSixteenThreads() {
    let issues = Locked<[String]>([])
    let mapper = Self.mapper(issues)
    let results = onThreads(16) { _ in
      (0..<10).map { _ in Self.summary(using: mapper) }
    }
    #expect(Set(results.joined()) == [Self.expected])
    #expect(issues.withLock { $0 } == Array(repeating: "$.unknown_key", count: 160))
  }

  @Test func copiesAreChangedWhileOthersDecodeWithTheOriginal() {
    let issues = Locked<[String]>([])
    let mapper = Self.mapper(issues)
    let results = onThreads(16) { index in
      (0..<10).map { round in
        guard index % 2 == 1 else { return Self.summary(using: mapper) }
        var copy = mapper
        copy.setTransform(.iso8601)
        copy.setTransform(.decimalText)
        copy.keyStrategy = round % 2 == 0 ? nil : Suffixed(number: round)
        copy.logger = nil
        let wrong = errorText { try Order.decode(from: Self.text, using: copy) }
        guard wrong.contains("required key is missing") else { return wrong }
        copy = mapper
        copy.maximumDepth = 64 + round
        return Self.summary(using: copy)
      }
    }
    #expect(Set(results.joined()) == [Self.expected])
  }

  @Test func registryGrowsInCopiesWhileOthersDecodeWithTheOriginal() {
    let expected = "$[0]: expected a value of \"type\" that is known"
    let results = onThreads(16) { index in
      (0..<10).map { round -> String in
        if index % 2 == 0 { return Self.areas(Order.figures) }
        let larger = Order.figures.adding(Blot.self, as: ModelTag("blot\(round)"))
        let areas = Self.areas(larger)
        let blots = Self.areas(larger, #"[{"type":"blot\#(round)"}]"#)
        return blots == "[100.0]" ? areas : "\(expected), not \(blots)"
      }
    }
    #expect(Set(results.joined()) == ["[4.0, 9.0]"])
  }

  /// Registries check their entries at their first use.
  @Test func registryIsUsedFirstBySixteenThreads() {
    for round in 0..<8 {
      let fresh = Order.figures.adding(Blot.self, as: ModelTag("blot"))
      let results = onThreads(16) { _ in Self.areas(fresh, #"[{"type":"blot"}]"#) }
      #expect(Set(results) == ["[100.0]"], "\(round)")
    }
  }

  @Test func wrongRegistryIsTheSameErrorOnAllThreads() {
    for round in 0..<10 {
      let fresh = Order.figures.adding(Blot.self, as: "circle")
      let results = onThreads(16) { _ in Self.areas(fresh, "[{}]") }
      #expect(Set(results).count == 1, "\(round)")
      #expect(results[0].contains("cannot be mapped"), "\(results[0])")
    }
  }

  @Test func equalStrategiesGetOneNumberOnAllThreads() {
    for round in 0..<8 {
      let numbers = onThreads(16) { index in
        KeyStrategies.number(of: Suffixed(number: 1000 + round * 4 + index % 4))
      }
      #expect(Set(numbers).count == 4)
      for index in numbers.indices { #expect(numbers[index] == numbers[index % 4]) }
    }
  }

  // MARK: - What is decoded

  private static let expected =
    "7 1500000000.0 1500000000.0 1499990400.0 [4.0, 9.0] 255 "
    + #"{"order_id":7,"placed_on":1500000000,"shipped_on":"2017-07-14","listed_on":"14/07/2017","#
    + #""figures":[{"type":"circle","radius":2.0},{"type":"square","side":3.0}],"color":"ff"}"#

  private static func summary(using mapper: Mapper) -> String {
    do {
      let order = try Order.decode(from: text, using: mapper)
      let dates = [order.placedOn, order.shippedOn, order.listedOn].map(\.timeIntervalSince1970)
      return """
        \(order.orderID) \(dates[0]) \(dates[0]) \(dates[1] == dates[2] ? dates[1] : -1) \
        \(order.figures.map(\.area)) \(order.color) \(try order.encodeString(using: mapper))
        """
    } catch {
      return "\(error)"
    }
  }

  private static func areas(
    _ registry: ModelRegistry<any Figure>,
    _ text: String = #"[{"type":"circle","radius":2},{"side":3,"type":"square"}]"#
  ) -> String {
    do {
      return "\(try Figures.decode(from: text, context: MappingContext(registry)).areas)"
    } catch {
      return "\(error)"
    }
  }
}

// MARK: - Models

extension SharedMapperThreadTests {
  protocol Figure: Sendable { var area: Double { get } }
  struct Circle: Figure, Mappable {
    @Mapped var radius: Double
    var area: Double { radius * radius }
  }
  struct Square: Figure, Mappable {
    @Mapped var side: Double
    var area: Double { side * side }
  }
  struct Blot: Figure, Mappable {
    @Mapped var size: Double = 10
    var area: Double { size * size }
  }

  struct Order: Mappable {
    static let figures = ModelRegistry<any Figure>(.internal(tag: "type"))
      .adding(Circle.self, as: "circle")
      .adding(Square.self, as: "square")
    static let day: DateFormatter = {
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(identifier: "UTC")
      formatter.dateFormat = "dd/MM/yyyy"
      return formatter
    }()

    @Mapped("order_id") var orderID: Int
    @Mapped var placedOn: Date
    @Mapped(transform: .date(format: "yyyy-MM-dd")) var shippedOn: Date
    @Mapped(transform: .date(Self.day)) var listedOn: Date
    @Mapped(transform: Self.figures) var figures: [any Figure]
    @Mapped(transform: HexNumber()) var color: Int
  }

  struct Figures: MappableValue {
    let areas: [Double]
    static func decode(from reader: inout JSONReader) throws -> Figures {
      guard let registry = reader.context[ModelRegistry<any Figure>.self] else {
        throw MappingError(expected: "a registry")
      }
      var areas: [Double] = []
      try reader.decodeArray { reader in areas.append(try reader.decode(with: registry).area) }
      return Figures(areas: areas)
    }
    func encode(to writer: inout JSONWriter) throws { try writer.encode(areas) }
  }

  struct Suffixed: KeyStrategy {
    let number: Int
    func key(for name: String) -> String { "\(name)\(number)" }
  }
}

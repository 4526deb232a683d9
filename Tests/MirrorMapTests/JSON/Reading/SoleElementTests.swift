import MirrorMap
import Testing

@testable import TestSupport

private struct Line: Mappable, Equatable, Hashable {
  @Mapped var sku: String
  @Mapped var count: Int = 1
}

private struct Order: Mappable {
  @Mapped("lines", coercion: .lenient) var lines: [Line]
  @Mapped("extra", coercion: .lenient) var extra: [[String: Int]]?
}

private struct Basket: ImmutableMappable {
  let lines: [Line]
  init(from object: inout ObjectReader) throws { lines = try object.value("lines") }
}

private struct Optionals: Mappable {
  @Mapped var lines: [Line?]
  @Mapped var more: [Line?] = []
}

private enum Chain: Polymorphic, Equatable {
  case number(Int)
  case line(Line)
  case chain([Chain])

  static let registry = ModelRegistry<Chain>(.untagged)
    .adding(embed: Chain.number, extract: { if case .number(let n) = $0 { n } else { nil } })
    .adding(embed: Chain.line, extract: { if case .line(let line) = $0 { line } else { nil } })
    .adding(embed: Chain.chain, extract: { if case .chain(let chain) = $0 { chain } else { nil } })
}

private let lenient = Mapper.with { $0.coercion = .lenient }

/// A list of one, which services that were converted from XML write as the object itself.
struct SoleElementTests {
  @Test func objectIsAnArrayOfOneUnderLenientCoercion() throws {
    let order = try Order.decode(from: #"{"lines":{"sku":"a"},"extra":{"x":1}}"#)
    #expect(order.lines.map(\.sku) == ["a"])
    #expect(order.extra == [["x": 1]])
    #expect(try order.encodeString() == #"{"lines":[{"sku":"a","count":1}],"extra":[{"x":1}]}"#)
    #expect(try Order.decode(from: #"{"lines":[{"sku":"a"},{"sku":"b"}]}"#).lines.count == 2)
    #expect(try Order.decode(from: #"{"lines":[]}"#).lines.isEmpty)
    #expect(try [Line].decode(from: #"{"sku":"a"}"#, using: lenient).map(\.sku) == ["a"])
    #expect(try Set<Line>.decode(from: #"{"sku":"a"}"#, using: lenient).count == 1)
    #expect(try [[Line]].decode(from: #"[{"sku":"a"},[]]"#, using: lenient).map(\.count) == [1, 0])
    #expect(try [Line]?.decode(from: #"{"sku":"a"}"#, using: lenient)?.count == 1)
    #expect(try [JSONValue].decode(from: #"{"sku":"a"}"#, using: lenient) == [["sku": "a"]])
    #expect(
      try [Line].decode(from: #"{"sku":"a"}"#, parallel: true, using: lenient).map(\.sku) == ["a"])
    let basket = try Basket.decode(from: #"{"lines":{"sku":"a"}}"#, using: lenient)
    #expect(basket.lines.map(\.sku) == ["a"])
  }

  @Test func otherCoercionsRefuseIt() {
    let text = #"{"sku":"a"}"#
    for coercion in [Coercion.none, .lossless] {
      #expect(
        errorText { try [Line].decode(from: text, using: .with { $0.coercion = coercion }) }
          == "$: expected an array, found an object (line 1, column 1)")
    }
  }

  @Test func otherValuesAreNotMadeArrays() {
    #expect(
      errorText { try [Int].decode(from: "1", using: lenient) }
        == "$: expected an array, found a number (line 1, column 1)")
    #expect(
      errorText { try [Line].decode(from: #""a""#, using: lenient) }
        == "$: expected an array, found a string (line 1, column 1)")
    for policy in [FailurePolicy.strict, .lenient] {
      let mapper = Mapper.with {
        $0.coercion = .lenient
        $0.failurePolicy = policy
      }
      #expect(
        errorText { try [String].decode(from: "{}", using: mapper) }
          == "$: expected an array, found an object (line 1, column 1)")
      #expect(
        errorText { try [Int].decode(from: "{}", using: mapper) }
          == "$: expected an array, found an object (line 1, column 1)")
      #expect(
        errorText { try [UInt8].decode(from: "{}", using: mapper) }
          == "$: expected an array, found an object (line 1, column 1)")
    }
  }

  @Test func failureOfTheElementIsReportedInIt() throws {
    #expect(
      errorText { try Order.decode(from: #"{"lines":{"count":2}}"#) }
        == "$.lines.sku: required key is missing, expected String (line 1, column 10, Line.sku)")
    let report = [Line].decodeReporting(from: #"{"sku":"a","count":"x"}"#, using: lenient)
    #expect(report.value?.map(\.count) == [1])
    #expect(report.issues.map(\.path.description) == ["$.count"])
    let lossy = Mapper.with {
      $0.coercion = .lenient
      $0.failurePolicy = .lossy
    }
    #expect(try [Line].decode(from: #"{"count":2}"#, using: lossy).isEmpty)
    #expect(try [[Line]].decode(from: #"[{"count":2},{"sku":"b"}]"#, using: lossy).count == 2)
  }

  @Test func schemaDescribesBoth() throws {
    let validator = JSONSchemaValidator(Order.jsonSchema)
    #expect(try validator.accepts(["lines": ["sku": "a"]]))
    #expect(try validator.accepts(["lines": [["sku": "a"]], "extra": ["x": 1]]))
    #expect(try !validator.accepts(["lines": ["count": 1]]))
    #expect(try !validator.accepts(["lines": "a"]))
    #expect(
      [Int].jsonSchema(using: lenient)["type"] == "array", "\([Int].jsonSchema(using: lenient))")
  }

  @Test func objectThatIsNoElementIsNotReplacedByNil() throws {
    for policy in [FailurePolicy.strict, .lenient, .lossy] {
      let mapper = Mapper.with {
        $0.coercion = .lenient
        $0.failurePolicy = policy
      }
      let text = "$: expected an array, found an object (line 1, column 1)"
      #expect(errorText { try [Double?].decode(from: "{}", using: mapper) } == text)
      #expect(errorText { try [Int?].decode(from: "{}", using: mapper) } == text)
      #expect(errorText { try Set<Int?>.decode(from: "{}", using: mapper) } == text)
      #expect(errorText { try [[Int?]].decode(from: "{}", using: mapper) } == text)
      #expect(try [Line?].decode(from: #"{"sku":"a"}"#, using: mapper).map { $0?.sku } == ["a"])
      guard policy != .strict else { continue }
      #expect(try [Line?].decode(from: #"{"sku":[]}"#, using: mapper) == [nil])
      let optionals = try Optionals.decode(
        from: #"{"lines":{"sku":[]},"more":{"sku":[]}}"#, using: mapper)
      #expect(optionals.lines == [nil])
      #expect(optionals.more == [nil])
    }
  }

  @Test func objectIsNoArrayOfItself() throws {
    #expect(
      try [Chain].decode(from: #"[1,{"sku":"a"},[2]]"#, using: lenient)
        == [.number(1), .line(Line.decode(from: #"{"sku":"a"}"#)), .chain([.number(2)])])
    let error = mappingError { try [Chain].decode(from: #"[1,{"q":1}]"#, using: lenient) }
    #expect(error?.code == .invalidValue)
    #expect(error?.path.description == "$[1]")
    let lossy = Mapper.with {
      $0.coercion = .lenient
      $0.failurePolicy = .lossy
    }
    #expect(try [Chain].decode(from: #"[1,{"q":1}]"#, using: lossy) == [.number(1)])
  }
}

import MirrorMap
import Testing

@testable import TestSupport

struct RegistrySchemaTests {
  struct Dot: Mappable { @Mapped var size: Int8 }

  enum Term: Polymorphic {
    case dot(Dot)
    case other

    static let registry = ModelRegistry<Term>(.internal(tag: "kind"))
      .adding("dot", embed: Term.dot, extract: { if case .dot(let dot) = $0 { dot } else { nil } })
  }

  enum Sum: Polymorphic, Equatable {
    case number(Int8)
    case terms([Sum])
    case nothing

    static let registry = ModelRegistry<Sum>(.external)
      .adding("n", embed: Sum.number, extract: { if case .number(let n) = $0 { n } else { nil } })
      .adding("t", embed: Sum.terms, extract: { if case .terms(let t) = $0 { t } else { nil } })
      .adding("0", .nothing)
  }

  struct Board: Mappable { @Mapped var terms: [Term] }

  @Test(arguments: [
    (#"{"kind": "dot", "size": 3}"#, true), (#"{"kind": "dot"}"#, false),
    (#"{"kind": "line", "size": 3}"#, false), (#"{"size": 3}"#, false),
  ])
  func internallyTaggedTypesAreDescribed(_ term: String, _ isRight: Bool) throws {
    let document = #"{"terms": [\#(term)]}"#
    let validator = JSONSchemaValidator(Board.jsonSchema)
    #expect(try validator.accepts(JSONValue.decode(from: document)) == isRight)
    #expect(((try? Board.decode(from: document)) != nil) == isRight)
  }

  @Test(arguments: [
    (#"{"n": 1}"#, true), (#"{"t": [{"n": 1}, "0", {"t": []}]}"#, true), (#"{"n": 300}"#, false),
    (#"{"t": [{"m": 1}]}"#, false), (#""1""#, false),
  ])
  func typesThatHoldThemselvesAreDescribed(_ document: String, _ isRight: Bool) throws {
    let validator = JSONSchemaValidator(Sum.jsonSchema)
    #expect(try validator.accepts(JSONValue.decode(from: document)) == isRight)
    #expect(((try? Sum.decode(from: document)) != nil) == isRight)
  }

  enum Chain: Polymorphic {
    case dot(Dot)
    case chain([Chain])

    static let registry = ModelRegistry<Chain>(.untagged)
      .adding(embed: Chain.dot, extract: { if case .dot(let dot) = $0 { dot } else { nil } })
      .adding(embed: Chain.chain, extract: { if case .chain(let c) = $0 { c } else { nil } })
  }

  @Test(arguments: [
    (#"{"size": 3}"#, true), (#"[{"size": 3}, [{"size": 4}]]"#, true), (#"{"q": 3}"#, false),
    (#"[{"q": 3}]"#, false),
  ])
  func arraysOfTheTypeItselfUsedToLeadNowhere(_ document: String, _ isRight: Bool) throws {
    let mapper = Mapper.with { $0.coercion = .lenient }
    let validator = JSONSchemaValidator(Chain.jsonSchema(using: mapper))
    #expect(try validator.accepts(JSONValue.decode(from: document)) == isRight)
    #expect(((try? Chain.decode(from: document, using: mapper)) != nil) == isRight)
  }

  enum Outer: Polymorphic {
    case term(Term)
    case dot(Dot)

    static let registry = ModelRegistry<Outer>(.internal(tag: "outer"))
      .adding("term", embed: Outer.term, extract: { if case .term(let t) = $0 { t } else { nil } })
      .adding("dot", embed: Outer.dot, extract: { if case .dot(let dot) = $0 { dot } else { nil } })
  }

  @Test(arguments: [
    (#"{"outer": "term", "kind": "dot", "size": 3}"#, true),
    (#"{"outer": "dot", "size": 3}"#, true),
    (#"{"outer": "dot", "kind": "dot", "size": 3}"#, false),
    (#"{"outer": "term", "kind": "dot", "size": 3, "x": 1}"#, false),
  ])
  func tagsOfOuterTypesAreKnownKeys(_ document: String, _ isRight: Bool) throws {
    let mapper = Mapper.with { $0.unknownKeys = .reject }
    let validator = JSONSchemaValidator(Outer.jsonSchema(using: mapper))
    #expect(try validator.accepts(JSONValue.decode(from: document)) == isRight)
    #expect(((try? Outer.decode(from: document, using: mapper)) != nil) == isRight)
  }
}

import MirrorMap
import Testing

@testable import TestSupport

/// Registries with so many entries that these are found by hashing behave as small ones.
struct LargeRegistryTests {
  /// The registry with as many further tags as are needed, added before or after its own.
  private static func sizes(
    _ tagging: Tagging,
    _ add: (ModelRegistry<any Figure>) -> ModelRegistry<any Figure>
  ) -> [ModelRegistry<any Figure>] {
    func enlarge(_ registry: ModelRegistry<any Figure>) -> ModelRegistry<any Figure> {
      (0..<40).reduce(registry) { $0.adding(Unregistered.self, as: ModelTag("further \($1)")) }
    }
    let empty = ModelRegistry<any Figure>(tagging)
    return [add(empty), add(enlarge(empty)), enlarge(add(empty))]
  }

  @Test(arguments: [
    Tagging.internal(tag: "t"), .adjacent(tag: "t", content: "c"), .external,
  ])
  func tagsAndTypesAreFound(tagging: Tagging) throws {
    for registry in Self.sizes(
      tagging,
      {
        $0.adding(Circle.self, as: 2).adding(Square.self, as: "sq\"uare")
          .adding(Circle.self, as: "circle").adding(Square.self, as: 3)
      })
    {
      for figure in [Circle(radius: 2), Square(side: 3)] as [any Figure] {
        let json = try text(figure, registry)
        #expect(json.contains(figure is Circle ? "2" : #"sq\"uare"#), "the first tag is written")
        #expect(try shape(json, registry).area == figure.area)
        let other = json.replacing(#""sq\"uare""#, with: tagging == .external ? #""3""# : "3")
        #expect(try shape(other, registry).area == figure.area)
      }
      #expect(mappingError { try text(Labeled(), registry) }?.code == .notEncodable)
    }
  }

  @Test func unknownTagsAndTheTypeForThem() throws {
    for registry in Self.sizes(.internal(tag: "t"), { $0.adding(Circle.self, as: "circle") }) {
      for tag in ["\"2\"", "\"circles\"", "\"\""] {
        #expect(mappingError { try shape(#"{"t":\#(tag)}"#, registry) }?.code == .invalidValue)
      }
      #expect(mappingError { try shape(#"{"t":2}"#, registry) }?.code == .typeMismatch)
      let open = registry.fallback(UnknownFigure.self)
      for json in [#"{"t":"square","side":1}"#, #"{"t":2}"#] {
        #expect(try text(shape(json, open), open) == json)
      }
      // The fallback stays the fallback, whatever is added to the registry later.
      let later = open.adding(Square.self, as: "square")
      #expect(try shape(#"{"t":"square","side":1}"#, later) is Square)
      #expect(try text(shape(#"{"t":2}"#, later), later) == #"{"t":2}"#)
      #expect(mappingError { try shape(#"{"t":2}"#, registry) }?.code == .typeMismatch)
    }
  }

  @Test func aTypeThatIsTheFallbackToo() throws {
    for registry in Self.sizes(.internal(tag: "t"), { $0.adding(Labeled.self, as: "labeled") }) {
      let open = registry.fallback(Circle.self)
      #expect(try text(Circle(radius: 1), open) == #"{"radius":1.0}"#)
      let tagged = open.adding(Circle.self, as: "circle")
      #expect(try text(Circle(radius: 1), tagged) == #"{"t":"circle","radius":1.0}"#)
    }
  }

  @Test func registriesMadeOfOneRegistryAreIndependent() throws {
    for registry in Self.sizes(.internal(tag: "t"), { $0.adding(Circle.self, as: "a") }) {
      let (first, second) = (
        registry.adding(Square.self, as: "b"), registry.adding(Circle.self, as: "b")
      )
      #expect(try shape(#"{"t":"b","side":1}"#, first) is Square)
      #expect(try shape(#"{"t":"b","radius":1}"#, second) is Circle)
      #expect(mappingError { try shape(#"{"t":"b"}"#, registry) }?.code == .invalidValue)
      #expect(try text(Circle(radius: 1), second) == #"{"t":"a","radius":1.0}"#)
    }
  }

  @Test func mistakesAreFound() {
    for registry in Self.sizes(.internal(tag: "t"), { $0.adding(Circle.self, as: "circle") }) {
      #expect(
        errorText { try shape("{}", registry.adding(Square.self, as: "circle")) }
          == """
          ModelRegistry<Figure> cannot be mapped: the tag "circle" was added twice, for Circle and \
          for Square
          """)
      #expect(
        errorText { try shape("{}", registry.adding(Move.self, as: "move")) }
          == "Move cannot be mapped: it was added to a registry of Figure, which its values are not"
      )
    }
  }
}

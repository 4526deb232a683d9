import Testing

@testable import MirrorMap
@testable import TestSupport

/// What an optional holds is looked for where the optional begins.
struct InPlaceTests {
  private enum Fruit: Equatable { case apple, pear }
  private enum Shape: Equatable {
    case circle(Double)
    case text(String)
    case nothing
  }
  private struct Empty: Equatable {}
  private struct Wide: Equatable {
    var flag: Bool?
    var text: String
    var number: UInt8
  }
  private final class Object: Equatable {
    static func == (one: Object, other: Object) -> Bool { one === other }
  }

  private func check<Value: Equatable>(
    _ value: Value, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    func held<Wrapped>(in optional: Wrapped?) -> Wrapped? {
      withUnsafePointer(to: optional) { InPlace($0).wrappedAddress()?.inPlace(Wrapped.self).value }
    }
    #expect(held(in: Optional(value)) == value, sourceLocation: sourceLocation)
    #expect(held(in: Value?.none) == nil, sourceLocation: sourceLocation)
    #expect(held(in: Value??.some(value)) == .some(value), sourceLocation: sourceLocation)
    #expect(held(in: Value??.some(nil)) == .some(nil), sourceLocation: sourceLocation)
    #expect(held(in: Value???.some(.some(value))) == .some(value), sourceLocation: sourceLocation)
  }

  @Test func valuesOfAllKindsAreFoundInOptionals() {
    for value in [true, false] { check(value) }
    for value in [UInt8.min, 1, .max] { check(value) }
    for value in [Int.min, 0, .max] { check(value) }
    check(Int128.max)
    check(Double.pi)
    for value in ["", "short", "a string of more than fifteen bytes", "é"] { check(value) }
    check(Fruit.pear)
    for value in [Shape.circle(1), .text("x"), .nothing] { check(value) }
    check(Empty())
    for flag in [true, false, nil] { check(Wide(flag: flag, text: "a", number: 7)) }
    check(Object())
    check([1, 2])
    check(["a": 1])
    check(Character("é"))
    check(SIMD4<Float>(1, 2, 3, 4))
    check(ObjectIdentifier(Object.self))
  }

  @Test func valuesBehindProtocolsAreFoundInOptionals() {
    let values: [Any?] = [1, "text", nil, Object(), Wide(text: "b", number: 1)]
    let found = values.map { value in
      withUnsafePointer(to: value) {
        InPlace($0).wrappedAddress().map { "\(type(of: $0.inPlace(Any.self).value))" }
      }
    }
    #expect(found == ["Int", "String", nil, "Object", "Wide"])
  }
}

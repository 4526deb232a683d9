import MirrorMap
import Testing

@testable import TestSupport

struct DeclarationErrorTests {
  @Test func modelNeedsAMappedProperty() {
    #expect(
      errorText { try Bare.decode(from: "{}") }
        == "Bare cannot be mapped: it has no mapped property")
    #expect(
      errorText { try Choice.decode(from: "{}") }
        == "Choice cannot be mapped: it is neither a struct nor a class")
    // `Mirror` shows the payload like a property, which it isn't when the value has another case.
    #expect(
      errorText { try ChoiceOfWrappers.wrapped(Mapped(wrappedValue: 3)).encode() }
        == "ChoiceOfWrappers cannot be mapped: it is neither a struct nor a class")
    #expect(
      errorText { try HoldsAModel.decode(from: "{}") }
        == "HoldsAModel cannot be mapped: it has no mapped property")
  }

  @Test func reflectionThatATypeReplacesIsRefused() {
    #expect(
      errorText { try Disguised.decode(from: #"{"id":1}"#) }
        == "Disguised cannot be mapped: "
        + "a type that is CustomReflectable hides its stored properties")
    #expect(
      errorText { try DisguisedHeir.decode(from: #"{"id":1}"#) }
        == "DisguisedHeir cannot be mapped: "
        + "a type that is CustomReflectable hides its stored properties")
  }

  @Test func wrapperInAConstantIsRefused() {
    #expect(
      errorText { try HoldsAWrapper.decode(from: #"{"x":"a"}"#) }
        == "HoldsAWrapper.x cannot be mapped: "
        + "it isn't declared with an attribute, such as @Mapped var x")
  }

  @Test func objectOfASubclassIsRefused() {
    #expect(
      errorText { try MakesAnHeir.decode(from: #"{"x":1,"y":2}"#) }
        == "MakesAnHeir cannot be mapped: its init() makes an object of another class")
  }

  @Test func mappedInsideAnotherWrapperIsRefused() {
    #expect(
      errorText { try InStruct.decode(from: "{}") }
        == "InStruct.b cannot be mapped: @Mapped lies inside another wrapper "
        + "(Boxed<Mapped<Int>>); it must be the outermost")
    #expect(
      errorText { try InClass.decode(from: "{}") }
        == "InClass.b cannot be mapped: @Mapped lies inside another wrapper "
        + "(Shared<Mapped<Int>>); it must be the outermost")
  }

  @Test func mappedInsideTwoWrappersUsedToVanish() {
    #expect(
      errorText { try InTwo.decode(from: "{}") }
        == "InTwo.b cannot be mapped: @Mapped lies inside another wrapper "
        + "(Boxed<Boxed<Mapped<Int>>>); it must be the outermost")
    #expect(
      errorText { try InThree.decode(from: "{}") }
        == "InThree.b cannot be mapped: @Mapped lies inside another wrapper "
        + "(Shared<Boxed<Shared<Mapped<Int>>>>); it must be the outermost")
  }

  @Test func otherWrappersMayHoldModels() throws {
    let model = try BoxesAModel.decode(from: #"{"a":3,"name":"x"}"#)
    #expect(model.a == 3 && model.guest == Guest() && model.deep.wrappedValue == Guest())
  }

  @Test func twoPropertiesMustNotWriteOneKey() {
    #expect(
      errorText { try SameKey.decode(from: "{}") }
        == #"SameKey.second cannot be mapped: it writes the same key "id" as SameKey.first"#)
    #expect(
      errorText { try SamePath().encode() }
        == #"SamePath.second cannot be mapped: it writes the same key "a.b" as SamePath.first"#)
    #expect(
      errorText { try SameAsInherited.decode(from: "{}") }
        == #"SameAsInherited.number cannot be mapped: it writes the same key "id" as Animal.id"#)
  }

  @Test func keysThatLookTheSameAreDifferentKeys() throws {
    let model = try LookAlikes.decode(from: "{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(model.composed == 1 && model.decomposed == 2)
  }

  @Test func keyPathHasNoEmptyStep() {
    for text in [errorText { try EmptyStep.decode(from: "{}") }] {
      #expect(
        text == "EmptyStep.a cannot be mapped: its key path has an empty step; "
          + "use nested: false for a key with delimiters in it")
    }
  }

  @Test func twoPropertiesMustNotShareAWrapper() {
    #expect(
      errorText { try Doubled.decode(from: #"{"a":1}"#) }
        == "Doubled.twin cannot be mapped: "
        + "it isn't declared with an attribute, such as @Mapped var twin")
  }

  @Test func wrapperFromElsewhereIsRefused() {
    #expect(
      errorText { try Borrowing.decode(from: #"{"a":1}"#) }
        == "Borrowing.a cannot be mapped: its wrapper was not initialized by init(), "
        + "but copied from somewhere else")
  }

  @Test func wrapperInAnOptionalIsRefused() {
    #expect(
      errorText { try Uncertain.decode(from: #"{"a":1,"b":2}"#) }
        == "Uncertain.b cannot be mapped: its wrapper was not initialized by init(), "
        + "but copied from somewhere else")
  }

  /// Whether the template was first used before or in the recording must not matter.
  @Test func modelsCopiedFromATemplateUsedToPassOrFailByOrderOfUse() {
    let text =
      " cannot be mapped: its wrapper was not initialized by init(), "
      + "but copied from somewhere else"
    #expect(
      errorText { try FreshTemplate.decode(from: #"{"a":1}"#) }
        == "FreshTemplate.a" + text)
    #expect(UsedTemplate.template.a == 3)
    #expect(
      errorText { try UsedTemplate.decode(from: #"{"a":1}"#) }
        == "UsedTemplate.a" + text)
  }

  @Test func templateMadeAnewEachTimeIsFine() throws {
    #expect(try ComputedTemplate.decode(from: #"{"b":"x"}"#).a == 3)
  }

  @Test func moreDefaultsThanTokensAreRefused() {
    #expect(
      errorText { try Crowded.decode(from: "{}") }
        == "Crowded cannot be mapped: its init() declares more than 16,384 mapped properties")
  }

  @Test func manyDefaultsBelowTheLimitAreFine() throws {
    #expect(try Populous.decode(from: #"{"guests":[]}"#).guests.isEmpty)
    #expect(try Populous.decode(from: "{}").guests.count == 8_000)
  }
}

// MARK: - Models

struct Bare: Mappable { var x = 1 }
enum Choice: Mappable {
  case only
  init() { self = .only }
}
struct HoldsAModel: Mappable { var guest = Guest() }

private enum ChoiceOfWrappers: Mappable {
  case wrapped(Mapped<Int>)
  case text(String)
  init() { self = .wrapped(Mapped(wrappedValue: 3)) }
}

private final class HoldsAWrapper: Mappable {
  let x = Mapped<String>(wrappedValue: "")
}

private protocol MadeByAFactory: Mappable {
  static func make() -> Self
}

extension MadeByAFactory {
  init() { self = Self.make() }
}

/// An initializer of a protocol can make an object of a subclass.
private class MakesAnHeir: MadeByAFactory {
  @Mapped var x = 1
  init(_: Void) {}
  class func make() -> Self { (MadeHeir(()) as? Self) ?? (MakesAnHeir(()) as! Self) }
}

private final class MadeHeir: MakesAnHeir {
  @Mapped var y = 2
}

class Disguised: Mappable, CustomReflectable {
  @Mapped var id: Int
  var customMirror: Mirror { Mirror(self, children: ["_id": 1]) }
  required init() {}
}
final class DisguisedHeir: Disguised {}

@propertyWrapper struct Boxed<Value> {
  var wrappedValue: Value
}
@propertyWrapper final class Shared<Value> {
  var wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

struct InStruct: Mappable {
  @Mapped var a: Int = 1
  @Boxed @Mapped var b: Int = 2
}
struct InClass: Mappable {
  @Mapped var a: Int = 1
  @Shared @Mapped var b: Int = 2
}
struct InTwo: Mappable {
  @Mapped var a: Int = 1
  @Boxed @Boxed @Mapped var b: Int = 2
}
struct InThree: Mappable {
  @Mapped var a: Int = 1
  @Shared @Boxed @Shared @Mapped var b: Int = 2
}
struct BoxesAModel: Mappable {
  @Mapped var a: Int
  @Boxed var guest = Guest()
  @Boxed var deep = Boxed(wrappedValue: Guest())
}

struct SameKey: Mappable {
  @Mapped("id") var first: Int
  @Mapped("id") var second: String
}
struct SamePath: Mappable {
  @Mapped("a.b") var first: Int = 1
  @Mapped("a/b", delimiter: "/") var second: Int = 2
}
final class SameAsInherited: Animal {
  @Mapped("id") var number: Int
}
struct LookAlikes: Mappable {
  @Mapped("\u{E9}") var composed: Int
  @Mapped("e\u{301}") var decomposed: Int
}
struct EmptyStep: Mappable {
  @Mapped("a..b") var a: Int
}

struct Doubled: Mappable {
  @Mapped var a: Int
  var twin = Mapped<Int>("twin")
  init() { twin = _a }
}
struct Borrowing: Mappable {
  static let source = Mapped<Int>("a")
  @Mapped var a: Int
  init() { _a = Self.source }
}

struct Uncertain: Mappable {
  @Mapped var a: Int
  var _b: Mapped<Int>? = Mapped()
  init() {}
}

struct FreshTemplate: Mappable {
  @Mapped var a: Int
  static let template = FreshTemplate(a: 3)
  init(a: Int) { self.a = a }
  init() { self = .template }
}
struct UsedTemplate: Mappable {
  @Mapped var a: Int
  static let template = UsedTemplate(a: 3)
  init(a: Int) { self.a = a }
  init() { self = .template }
}
struct ComputedTemplate: Mappable {
  @Mapped var a: Int
  @Mapped var b: String
  static var template: ComputedTemplate { ComputedTemplate(a: 3) }
  init(a: Int) { self.a = a }
  init() { self = .template }
}

struct Crowded: Mappable {
  @Mapped var guests: [Guest] = (0..<8_192).map { _ in Guest() }
}
struct Populous: Mappable {
  @Mapped var guests: [Guest] = (0..<8_000).map { _ in Guest() }
}

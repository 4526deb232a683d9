import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private struct Price: Mappable {
  @Mapped("price") var amount: Double
  @Mapped("price.currency") var currency: String?
}

private struct OptionalPrice: Mappable {
  @Mapped("price") var amount: Double?
  @Mapped("price.currency") var currency: String?
}

private struct Holder: Mappable {
  @Mapped var prices: [OptionalPrice] = []
}

private enum Color: String, MappableValue { case red }

private struct Kinds<Value: MappableValue>: Mappable {
  @Mapped("a") var value: Value
  @Mapped("a.b.c") var inner: Int?
}

private struct InitialSetsIt: Mappable {
  @Mapped("a") var value: Int = 1
  @Mapped("a.b") var inner: Int?
}

private struct Directions: Mappable {
  @Mapped("a", direction: .encodeOnly) var value: Int = 1
  @Mapped("a.b", direction: .decodeOnly) var inner: Int?
}

private struct AlternativePath: Mappable {
  @Mapped("a") var value: Int
  @Mapped("a.b", "c") var inner: Int?
}

private struct Dotted: Mappable {
  @Mapped("a") var value: Int
  @Mapped("a.b", nested: false) var inner: Int?
}

struct ScalarBesidePathTests {
  @Test func pathIntoARequiredScalarIsADeclarationError() {
    let text =
      "Price.currency cannot be mapped: its key path leads into the Double of Price.amount, which"
      + " isn't an object"
    #expect(errorText { try Price.decode(from: #"{"price":1}"#) } == text)
    #expect(errorText { try Price().encode() } == text)
    #expect(errorText { try Price.validateMapping() } == text)
    #expect(
      errorText { try Kinds<Color>.decode(from: "{}") }.contains("leads into the Color of"))
    #expect(errorText { try Kinds<Date>.decode(from: "{}") }.contains("Date"))
    #expect(errorText { try Kinds<Bool>.decode(from: "{}") }.contains("Bool"))
  }

  @Test func pathIntoAnOptionalScalarIsReportedByValidationOnly() throws {
    let lenient = Mapper.with { $0.failurePolicy = .lenient }
    let text = #"{"price":{"currency":"EUR"}}"#
    let price = try OptionalPrice.decode(from: text, using: lenient)
    #expect(price.amount == nil)
    #expect(try price.encodeString() == text)
    #expect(try OptionalPrice.decode(from: #"{"price":2}"#).amount == 2)
    let message =
      "OptionalPrice.currency cannot be mapped: its key path leads into the Double? of"
      + " OptionalPrice.amount, which isn't an object"
    #expect(errorText { try OptionalPrice.validateMapping() } == message)
    #expect(errorText { try [Holder].validateMapping() } == message)
    #expect(errorText { try InitialSetsIt.validateMapping() }.contains("the Int of"))
    #expect(try InitialSetsIt.decode(from: #"{"a":{"b":4}}"#, using: lenient).inner == 4)
  }

  @Test func whatCanBeAnObjectIsFine() throws {
    try Kinds<JSONValue>.validateMapping()
    try Kinds<[String: Int]>.validateMapping()
    try Kinds<[Int]>.validateMapping()
    try Directions.validateMapping()
    try AlternativePath.validateMapping()
    try Dotted.validateMapping()
    #expect(try Dotted.decode(from: #"{"a":1,"a.b":2}"#).inner == 2)
  }
}

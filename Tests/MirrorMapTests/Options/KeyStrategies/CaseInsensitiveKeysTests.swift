import MirrorMap
import Testing

@testable import TestSupport

private struct Person: Mappable, Equatable {
  @Mapped var firstName: String
  @Mapped("E-Mail", "mailAddress") var mail: String?
  @Mapped("Home.Street") var street: String?
  @Mapped("Home.zipCodes.0") var zip: Int?
  @Mapped("größe") var size: Int = 0
}

private struct Order: Mappable {
  @Mapped var buyer: Person
  @Mapped("Items.*.ProductID") var products: [Int] = []
}

private struct Twins: Mappable {
  @Mapped("ID", "id") var id: Int
}

private struct Own: Mappable, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .caseInsensitive(.snakeCase) }
  @Mapped var userName: String
  @Mapped var innerPerson: Person?
}

private let insensitive = {
  var mapper = Mapper()
  mapper.keyStrategy = .caseInsensitive
  return mapper
}()

struct CaseInsensitiveKeysTests {
  @Test(arguments: [
    #"{"firstName":"A","E-Mail":"m","Home":{"Street":"S","zipCodes":[1]},"größe":5}"#,
    #"{"FIRSTNAME":"A","e-mail":"m","HOME":{"STREET":"S","ZIPCODES":[1]},"GRÖßE":5}"#,
    #"{"firstname":"A","MAILADDRESS":"m","home":{"street":"S","zipcodes":[1]},"grÖße":5}"#,
    #"{"\u0046irst\u004eame":"A","\u0045-mail":"m","hOmE":{"sTREET":"S","zipCODES":[1]},"gr\u00d6\u00dfe":5}"#,
  ])
  func keysInAnyCaseAreFoundDeclaredOnesToo(_ text: String) throws {
    let person = try Person.decode(from: text, using: insensitive)
    #expect(person.firstName == "A")
    #expect(person.mail == "m")
    #expect(person.street == "S")
    #expect(person.zip == 1)
    #expect(person.size == 5)
  }

  @Test func keysAreWrittenAsDeclaredOrAsTheBaseMakesThem() throws {
    let person = try Person.decode(
      from: #"{"FIRSTname":"A","E-MAIL":"m","home":{"STREET":"s"}}"#, using: insensitive)
    let text = #"{"firstName":"A","E-Mail":"m","Home":{"Street":"s"},"größe":0}"#
    #expect(try person.encodeString(using: insensitive) == text)
    let own = try Own.decode(from: #"{"USER_NAME":"u","Inner_Person":{"FIRST_name":"A"}}"#)
    #expect(
      try own.encodeString()
        == #"{"user_name":"u","inner_person":{"first_name":"A","größe":0}}"#)
  }

  @Test func keysThatDifferOnlyInCaseAreDuplicates() throws {
    let text = #"{"firstName":"A","FIRSTNAME":"B"}"#
    #expect(
      errorText { try Person.decode(from: text, using: insensitive) }
        == "$.FIRSTNAME: key appears a second time (line 1, column 18, Person)")
    var mapper = insensitive
    mapper.duplicateKeys = .first
    #expect(try Person.decode(from: text, using: mapper).firstName == "A")
    mapper.duplicateKeys = .last
    #expect(try Person.decode(from: text, using: mapper).firstName == "B")
    #expect(
      errorText {
        try Person.decode(
          from: #"{"firstName":"A","Home":{"Street":"a"},"hOME":{"zipCodes":[1]}}"#,
          using: insensitive)
      } == "$.hOME: key appears a second time (line 1, column 40, Person)")
  }

  @Test func alternativesThatBecomeOneKey() throws {
    #expect(try Twins.decode(from: #"{"Id":3}"#, using: insensitive).id == 3)
    #expect(try Twins.decode(from: #"{"id":3}"#, using: insensitive).id == 3)
    #expect(
      errorText { try Twins.decode(from: #"{"id":3,"ID":4}"#, using: insensitive) }
        == "$.ID: key appears a second time (line 1, column 9, Twins)")
    #expect(try Twins.decode(from: #"{"id":3,"ID":4}"#).id == 4)
  }

  @Test func keysAfterAWildcard() throws {
    let order = try Order.decode(
      from: #"{"BUYER":{"FIRSTNAME":"A"},"items":[{"productid":1},{"PRODUCTID":2}]}"#,
      using: insensitive)
    #expect(order.products == [1, 2])
  }

  @Test func keysAreCaseSensitiveWithoutTheStrategyInAtAndInDictionaries() throws {
    #expect(
      errorText { try Person.decode(from: #"{"FIRSTNAME":"A"}"#) }
        == "$.firstName: required key is missing, expected String"
        + " (line 1, column 1, Person.firstName)")
    #expect(
      errorText { try Person.decode(from: #"{"A":{}}"#, at: "a", using: insensitive) }
        == "$.a: required key is missing (line 1, column 1)")
    #expect(
      try [String: Int].decode(from: #"{"a":1,"A":2}"#, using: insensitive) == ["a": 1, "A": 2])
  }

  @Test func errorsShowTheKeyOfTheDocument() {
    #expect(
      errorText { try Order.decode(from: #"{"bUYER":{"fIRSTname":1}}"#, using: insensitive) }
        == "$.bUYER.fIRSTname: expected String, found a number"
        + " (line 1, column 23, Person.firstName)")
  }

  @Test func keysInAnotherCaseAreNoUnknownKeys() throws {
    var mapper = insensitive
    mapper.unknownKeys = .reject
    let text = #"{"BUYER":{"FIRSTNAME":"A","HOME":{"STREET":"s"}},"ITEMS":[]}"#
    #expect(try Order.decode(from: text, using: mapper).buyer.street == "s")
    #expect(
      errorText {
        try Order.decode(
          from: #"{"BUYER":{"FIRSTNAME":"A","HOME":{"STREETS":"s"}}}"#, using: mapper)
      } == "$.BUYER.HOME.STREETS: no property has this key (line 1, column 35, Person)")
  }

  @Test func keysInAnyCaseAreFoundInUpdates() throws {
    var person = try Person.decode(from: #"{"firstName":"A","Home":{"Street":"s"}}"#)
    try person.update(from: #"{"FIRSTNAME":"B","home":{"ZIPCODES":[7]}}"#, using: insensitive)
    #expect(person.firstName == "B")
    #expect(person.street == "s")
    #expect(person.zip == 7)
  }
}

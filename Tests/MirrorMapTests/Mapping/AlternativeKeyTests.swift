import MirrorMap
import Testing

@testable import TestSupport

private struct Contact: Mappable {
  @Mapped("mail", "e-mail", "email") var mail: String?
}

private struct Strict: Mappable {
  @Mapped("id", "identifier", "meta.ids.0") var id: Int
}

private struct WithDefault: Mappable {
  @Mapped("size", "length") var size: Int = 3
}

private struct SharedAlternative: Mappable {
  @Mapped("nick", "name") var nick: String?
  @Mapped("title", "name") var title: String?
}

private struct SharedWithOwner: Mappable {
  @Mapped("name") var name: String
  @Mapped("nick", "name") var nick: String
}

private struct OwnerLast: Mappable {
  @Mapped("nick", "name") var nick: String?
  @Mapped("name") var name: Int = 5
}

private struct Nested: Mappable {
  @Mapped("user.name", "names.1", "name") var name: String?
  @Mapped("user.age") var age: Int?
}

private struct Prefix: Mappable {
  @Mapped("user.name", "user") var name: String?
}

private struct Written: Mappable {
  @Mapped("a.b", "c", "d.0") var value: Int = 1
}

private struct Inner: Mappable {
  @Mapped("x", "y") var x: Int
}

private struct Outer: Mappable {
  @Mapped("inner", "other") var inner: Inner
}

private struct NameOfProperty: Mappable {
  @Mapped(nil, "nick") var name: String = "default"
}

private struct NameInSnakeCase: Mappable {
  @Mapped(nil, "user_id") var userID: Int
}

private struct Few: Mappable {
  @Mapped("a", "b", "c") var a: Int?
  @Mapped("d", "b") var d: Int?
  @Mapped var e: Int?
}

private final class Many: TwoWordModel {
  @Mapped("a", "b", "c") var a: Int?
  @Mapped("d", "b") var d: Int?
  @Mapped var e: Int?
}

struct AlternativeKeyTests {
  @Test(arguments: [
    (#"{"mail":"1","e-mail":"2","email":"3"}"#, "1"),
    (#"{"email":"3","e-mail":"2","mail":"1"}"#, "1"),
    (#"{"email":"3","e-mail":"2"}"#, "2"), (#"{"e-mail":"2","email":"3"}"#, "2"),
    (#"{"email":"3"}"#, "3"), (#"{"email":"3","x":0,"mail":"1"}"#, "1"),
  ])
  func orderOfDeclarationDecidesNotThatOfTheDocument(_ json: String, _ expected: String) throws {
    let contact = try Contact.decode(from: json)
    #expect(contact.mail == expected)
    #expect(contact.$mail.presence == .value)
  }

  // Of a model with more than 64 properties, the others are tracked in another way.
  @Test func valuesAreThoseOfANaiveSearch() throws {
    var random = SeededGenerator(seed: 34)
    let others = (0..<70).map { "\"p\($0)\":\($0)" }.joined(separator: ",")
    var successCount = 0
    for _ in 0..<2_000 {
      let members = (0..<Int.random(in: 1...7, using: &random)).map { _ in
        let key = ["a", "b", "c", "d", "e", "x"].randomElement(using: &random)!
        return (key: key, value: ["1", "2", "3", "4", "null", "[]"].randomElement(using: &random)!)
      }
      let text = members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
      for policy in [Mapper.DuplicateKeys.reject, .first, .last] {
        var mapper = Mapper()
        mapper.duplicateKeys = policy
        func value(_ keys: [String]) -> Int?? {
          for key in keys {
            let values = members.filter { $0.key == key }.map(\.value)
            guard let first = values.first, let last = values.last else { continue }
            let value = policy == .last ? last : first
            return value == "[]" ? nil : .some(Int(value))
          }
          return .some(nil)
        }
        let isRejected =
          policy == .reject
          && ["a", "b", "c", "d", "e"].contains { key in
            members.count { $0.key == key } > 1
          }
        let expected = [value(["a", "b", "c"]), value(["d", "b"]), value(["e"])]
        let isMapped = !isRejected && !expected.contains { $0 == nil }
        let few = try? Few.decode(from: "{\(text)}", using: mapper)
        let many = try? Many.decode(from: "{\(others),\(text)}", using: mapper)
        #expect((few != nil) == isMapped && (many != nil) == isMapped, "\(text) \(policy)")
        guard let few, let many else { continue }
        successCount += 1
        #expect([few.a, few.d, few.e] == expected, "\(text) \(policy)")
        #expect([many.a, many.d, many.e] == expected, "\(text) \(policy)")
        var updated = Few()
        try updated.update(from: "{\(text)}", using: mapper)
        #expect([updated.a, updated.d, updated.e] == expected, "\(text) \(policy)")
      }
    }
    #expect(successCount > 1_000)
  }

  @Test func nilIsTheNameOfTheProperty() throws {
    #expect(try NameOfProperty.decode(from: #"{"nick":"N"}"#).name == "N")
    #expect(try NameOfProperty.decode(from: #"{"nick":"N","name":"A"}"#).name == "A")
    let model = try NameOfProperty.decode(from: "{}")
    #expect(model.name == "default")
    #expect(try model.encodeString() == #"{"name":"default"}"#)
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    let id = try NameInSnakeCase.decode(from: #"{"user_id":1}"#, using: mapper)
    #expect(id.userID == 1)
    #expect(try id.encodeString(using: mapper) == #"{"user_id":1}"#)
    #expect(try id.encodeString() == #"{"userID":1}"#)
  }

  @Test func nullCountsAsPresent() throws {
    for json in [#"{"mail":null,"email":"3"}"#, #"{"email":"3","mail":null}"#] {
      let contact = try Contact.decode(from: json)
      #expect(contact.mail == nil)
      #expect(contact.$mail.presence == .null)
    }
    let strict = errorText { try Strict.decode(from: #"{"identifier":2,"id":null}"#) }
    #expect(strict == "$.id: expected Int, found null (line 1, column 22, Strict.id)")
    #expect(try WithDefault.decode(from: #"{"length":9,"size":null}"#).size == 3)
  }

  @Test func losingAlternativeMayBeOfTheWrongType() throws {
    #expect(try Contact.decode(from: #"{"email":[7],"mail":"1"}"#).mail == "1")
    #expect(try Contact.decode(from: #"{"mail":"1","email":{"a":1}}"#).mail == "1")
    #expect(try Strict.decode(from: #"{"identifier":"x","id":1}"#).id == 1)
  }

  @Test func losingAlternativeMustBeWellFormed() {
    #expect(
      errorText { try Contact.decode(from: #"{"mail":"1","email":[7,]}"#) }
        == "$.email[1]: expected a value, found ']' (line 1, column 24)")
    #expect(
      errorText { try Contact.decode(from: #"{"email":01,"mail":"1"}"#) }
        == """
        $.email: expected a number without leading zeros, found a leading zero (line 1, column 10)
        """)
  }

  @Test func winnerOfTheWrongTypeIsAnErrorWhateverElseIsThere() {
    #expect(
      errorText { try Strict.decode(from: #"{"identifier":1,"id":"x"}"#) }
        == "$.id: expected Int, found a string (line 1, column 22, Strict.id)")
    #expect(
      errorText { try Strict.decode(from: #"{"meta":{"ids":[true]}}"#) }
        == "$.meta.ids[0]: expected Int, found a boolean (line 1, column 17, Strict.id)")
  }

  @Test func firstIsReportedMissingWhenNoneIsThere() throws {
    #expect(
      errorText { try Strict.decode(from: #"{"meta":{"ids":[]}}"#) }
        == #"$.id: required key is missing, as are "identifier" and "meta.ids.0", expected Int"#
        + " (line 1, column 1, Strict.id)")
    #expect(try WithDefault.decode(from: "{}").size == 3)
    #expect(try Contact.decode(from: "{}").$mail.presence == .absent)
  }

  @Test func twoPropertiesMayShareAKey() throws {
    let both = try SharedAlternative.decode(from: #"{"name":"N"}"#)
    #expect(both.nick == "N")
    #expect(both.title == "N")
    let one = try SharedAlternative.decode(from: #"{"title":"T","name":"N"}"#)
    #expect(one.nick == "N")
    #expect(one.title == "T")
  }

  @Test func keyMayBeOnePropertysOwnAndAlternativeOfAnother() throws {
    let both = try SharedWithOwner.decode(from: #"{"name":"N"}"#)
    #expect(both.name == "N")
    #expect(both.nick == "N")
    let each = try SharedWithOwner.decode(from: #"{"nick":"K","name":"N"}"#)
    #expect(each.name == "N")
    #expect(each.nick == "K")
    #expect(
      errorText { try OwnerLast.decode(from: #"{"name":"N"}"#) }
        == "$.name: expected Int, found a string (line 1, column 9, OwnerLast.name)")
  }

  @Test func absentRequiredKeyWasNotMissedWhenAlsoAnAlternative() throws {
    #expect(
      errorText { try SharedWithOwner.decode(from: #"{"nick":"K"}"#) }
        == """
        $.name: required key is missing, expected String (line 1, column 1, SharedWithOwner.name)
        """)
    let model = try OwnerLast.decode(from: #"{"nick":"K"}"#)
    #expect(model.name == 5)
    #expect(model.$name.presence == .absent)
  }

  @Test func alternativesMayBePaths() throws {
    #expect(try Nested.decode(from: #"{"name":"3","names":["1","2"]}"#).name == "2")
    #expect(try Nested.decode(from: #"{"name":"3","names":["1"]}"#).name == "3")
    let all = try Nested.decode(
      from: #"{"names":["1","2"],"user":{"age":4,"name":"1"},"name":"3"}"#)
    #expect(all.name == "1")
    #expect(all.age == 4)
    #expect(try Nested.decode(from: #"{"user":7,"name":"3"}"#).name == "3")
    #expect(
      errorText { try Nested.decode(from: #"{"user":{},"names":[0,[ "x" ]]}"#) }
        == "$.names[1]: expected String, found an array (line 1, column 23, Nested.name)")
  }

  @Test func oneAlternativeMayLeadIntoAnother() throws {
    #expect(try Prefix.decode(from: #"{"user":"A"}"#).name == "A")
    #expect(try Prefix.decode(from: #"{"user":{"name":"B"}}"#).name == "B")
    #expect(
      errorText { try Prefix.decode(from: #"{"user":{"age":1}}"#) }
        == "$.user: expected String, found an object (line 1, column 9, Prefix.name)")
  }

  @Test(arguments: [#"{"a":{"b":5}}"#, #"{"c":5}"#, #"{"d":[5]}"#])
  func firstIsWrittenWhereverTheValueCameFrom(_ json: String) throws {
    #expect(try Written.decode(from: json).encodeString() == #"{"a":{"b":5}}"#)
  }

  /// An object with the value, or only the value.
  @Test func objectThatHoldsAnAlternativeIsNotTheValue() throws {
    try Picture.validateMapping()
    let old = try Picture.decode(from: #"{"image":{"url":"a","width":1}}"#)
    var new = old
    new.width = 2
    let patch = try new.mergePatch(since: old)
    #expect(String(decoding: patch, as: UTF8.self) == #"{"image":{"width":2}}"#)
    var patched = old
    try patched.apply(mergePatch: patch)
    #expect(patched == new)
    var updated = old
    try updated.update(from: patch)
    #expect(updated == new)
    #expect(try Picture.decode(from: #"{"image":{"width":5}}"#).url == nil)
    #expect(try Picture.decode(from: #"{"image":"b"}"#).url == "b")
    #expect(
      errorText { try Picture.decode(from: #"{"image":["b"]}"#) }
        == "$.image: expected String, found an array (line 1, column 10, Picture.url)")
    #expect(
      errorText { try RequiredPicture.decode(from: #"{"image":{"width":5}}"#) }
        == #"$.image: required key is missing, as is "image.url", expected String"#
        + " (line 1, column 1, RequiredPicture.url)")
    #expect(try RequiredPicture.decode(from: #"{"image":{"url":"c","width":5}}"#).url == "c")
  }

  @Test func modelsWithAlternativesInsideModelsWithAlternatives() throws {
    #expect(try Outer.decode(from: #"{"other":{"y":1}}"#).inner.x == 1)
    #expect(try Outer.decode(from: #"{"other":{"y":1},"inner":{"y":3,"x":2}}"#).inner.x == 2)
    #expect(
      errorText { try Outer.decode(from: #"{"other":{"z":1}}"#) }
        == #"$.other.x: required key is missing, as is "y", expected Int"#
        + " (line 1, column 10, Inner.x)")
  }

  @Test func siblingsAfterAModelWithAlternativesAreReadInPlace() throws {
    let models = try [Inner].decode(from: #"[{"y":1},{"x":2,"y":0},{"y":0,"x":3}]"#)
    #expect(models.map(\.x) == [1, 2, 3])
    #expect(
      errorText { try [Inner].decode(from: #"[{"y":1},{"y":true}]"#) }
        == "$[1].y: expected Int, found a boolean (line 1, column 15, Inner.x)")
  }

  @Test func valueIsNotDeeperForBeingReadLate() throws {
    var mapper = Mapper()
    mapper.maximumDepth = 3
    let fits = #"{"other":{"y":1,"z":[]}}"#
    #expect(try Outer.decode(from: fits, using: mapper).inner.x == 1)
    mapper.maximumDepth = 2
    #expect(
      errorText { try Outer.decode(from: fits, using: mapper) }
        == """
        $.other.z: expected less nesting, found more than the depth limit allows \
        (line 1, column 21)
        """)
  }

  @Test func objectsBesideAGroupOfOtherKindsOfProperties() throws {
    struct Written: Mappable {
      @Mapped("image.url", "image") var url: String?
      @Mapped("image.width", direction: .encodeOnly) var width: Int? = 5
    }
    struct Texts: Mappable {
      @Mapped("image.urls", "image") var urls: [String]?
      @Mapped("image.width") var width: Int?
    }
    #expect(try Written().encodeString() == #"{"image":{"width":5}}"#)
    #expect(try Written.decode(from: #"{"image":{"width":5}}"#).url == nil)
    #expect(try Written.decode(from: #"{"image":"u"}"#).url == "u")
    let texts = try Texts.decode(from: #"{"image":{"width":5}}"#)
    #expect(texts.urls == nil && texts.width == 5)
    #expect(try Texts.decode(from: #"{"image":["u"]}"#).urls == ["u"])
    struct Holder: Mappable {
      @Mapped("image.url", "image") var url: String?
      @Mapped var image: Size?
    }
    struct Size: Mappable, Equatable {
      @Mapped var width: Int?
    }
    struct Untyped: Mappable {
      @Mapped("image.url", "image") var url: String?
      @Mapped var image: [String: JSONValue]?
    }
    let holder = try Holder.decode(from: #"{"image":{"width":5}}"#)
    #expect(holder.url == nil && holder.image?.width == 5)
    let untyped = try Untyped.decode(from: #"{"image":{"width":5,"url":"u"}}"#)
    #expect(untyped.url == "u" && untyped.image == ["width": 5, "url": "u"])
    #expect(try Untyped.decode(from: #"{"image":{"width":5}}"#).url == nil)
    #expect(
      Picture.explanation(of: #"{"image":{"width":5}}"#).contains(
        "image.url, image  String?  missing"))
  }
}

private struct Picture: Mappable, Equatable {
  @Mapped("image.url", "image") var url: String?
  @Mapped("image.width") var width: Int?
}

private struct RequiredPicture: Mappable {
  @Mapped("image", "image.url") var url: String
  @Mapped("image.width") var width: Int?
}

import MirrorMap
import Testing

private struct Details: Mappable {
  @Mapped var text: String?
  @Mapped var count: Int?
  @Mapped var tags: [String]?
  @Mapped var rating: Double? = 4.5
}

private struct FlagBeforeModel: Mappable {
  @Mapped var flag: Bool?
  @Mapped var details: Details?
}

private struct FlagsAround: Mappable {
  @Mapped var before: Bool?
  @Mapped var first: Details?
  @Mapped var between: Bool?
  @Mapped var second: Details?
  @Mapped var after: Bool?
  @Mapped var small: Int8 = 1
}

struct AmbiguousPlaceTests {
  // The nil in `details` has a payload that is never initialized; compilers leave a copy of `flag`
  // there, and its token was found in two places.
  @Test func propertyWasAlsoFoundInThePayloadOfANilOptionalModelAfterIt() throws {
    let json = #"{"flag":true,"details":{"count":3,"rating":1.5}}"#
    let model = try FlagBeforeModel.decode(from: json)
    #expect(model.flag == true)
    #expect(model.details?.count == 3)
    #expect(try model.encodeString() == json)
  }

  @Test func flagsBetweenOptionalModelsAreReadIntoTheirOwnPositions() throws {
    let json = #"{"before":true,"between":false,"second":{"text":"t","rating":2.5},"after":true"#
    let model = try FlagsAround.decode(from: json + #","small":5}"#)
    #expect(model.before == true)
    #expect(model.first == nil)
    #expect(model.between == false)
    #expect(model.second?.text == "t")
    #expect(model.after == true)
    #expect(model.small == 5)
  }
}

import MirrorMap
import Testing

@testable import TestSupport

struct NonFiniteTransformTests {
  struct Measurement: Mappable {
    @Mapped("ratio", transform: .nonFinite) var ratio: Double?
    @Mapped("limits", transform: .nonFinite) var limits: [Float] = []
    @Mapped(
      "own", transform: .nonFinite(positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "none"))
    var own: Double?
  }

  @Test func infinityAndNaNAreText() throws {
    let json = #"{"ratio":"-Infinity","limits":[1.5,"Infinity","NaN"],"own":"+∞"}"#
    let read = try Measurement.decode(from: json)
    #expect(read.ratio == -Double.infinity)
    #expect(read.limits.prefix(2) == [1.5, Float.infinity] && read.limits[2].isNaN)
    #expect(read.own == Double.infinity)
    #expect(try read.encodeString() == json)
    let own = try Measurement.decode(from: #"{"own":"none","ratio":2}"#)
    #expect(own.own?.isNaN == true)
    #expect(try own.encodeString() == #"{"ratio":2.0,"limits":[],"own":"none"}"#)
  }

  @Test func otherTextsAreAnError() {
    #expect(
      errorText { try Measurement.decode(from: #"{"ratio":"infinity"}"#) }
        == #"$.ratio: expected a number, "Infinity", "-Infinity", or "NaN", found another string"#
        + " (line 1, column 10, Measurement.ratio)")
    #expect(
      errorText { try Measurement.decode(from: #"{"own":"NaN"}"#) }
        == #"$.own: expected a number, "+∞", "-∞", or "none", found another string"#
        + " (line 1, column 8, Measurement.own)")
    #expect(
      errorText { try Measurement.decode(from: #"{"ratio":true}"#) }
        == "$.ratio: expected Double, found a boolean (line 1, column 10, Measurement.ratio)")
  }

  @Test func numbersInTextAreReadWhereTheMapperAllowsIt() throws {
    let read = try Measurement.decode(
      from: #"{"ratio":"2.5","limits":["NaN"]}"#, using: .with { $0.coercion = .lenient })
    #expect(read.ratio == 2.5)
    #expect(read.limits.first?.isNaN == true)
  }
}

import MirrorMap
import Testing

@testable import TestSupport

private struct Plain: Mappable {
  @Mapped var a: Int?
  @Mapped var b: Int?
}

private struct Grouped: Mappable {
  @Mapped("user.name") var name: Int?
  @Mapped("user.zip") var zip: Int?
}

private struct Alternatives: Mappable {
  @Mapped("a", "b", "c.0") var value: Int?
}

private struct Holder: Mappable {
  @Mapped var map: [String: Int] = [:]
}

struct DuplicateGuaranteeModelTests {
  private static let first = mapper(.first)
  private static let last = mapper(.last)

  private static func mapper(_ policy: Mapper.DuplicateKeys) -> Mapper {
    .with { $0.duplicateKeys = policy }
  }

  @Test func duplicatesAreRejectedByDefaultAtTheSecondKey() {
    #expect(
      errorText { try Plain.decode(from: #"{"a":1,"b":2,"a":3}"#) }
        == "$.a: key appears a second time (line 1, column 14, Plain)")
    #expect(
      errorText { try Plain.decode(from: #"{"a":1,"\u0061":3}"#) }
        == "$.a: key appears a second time (line 1, column 8, Plain)")
  }

  @Test func firstOrLastCountsAsTheMapperSays() throws {
    let json = #"{"a":1,"b":2,"a":3,"a":4}"#
    #expect(try Plain.decode(from: json, using: Self.first).a == 1)
    #expect(try Plain.decode(from: json, using: Self.last).a == 4)
    let null = try Plain.decode(from: #"{"a":1,"a":null}"#, using: Self.last)
    #expect(null.a == nil)
    #expect(null.$a.presence == .null)
    #expect(try Plain.decode(from: #"{"a":null,"a":1}"#, using: Self.first).a == nil)
  }

  @Test func laterDuplicateThatDoesNotCountIsValidatedAndSkipped() throws {
    #expect(try Plain.decode(from: #"{"a":1,"a":"x"}"#, using: Self.first).a == 1)
    #expect(
      errorText { try Plain.decode(from: #"{"a":1,"a":"\x"}"#, using: Self.first) }
        == "$.a: expected an escape sequence, found an invalid one (line 1, column 13)")
  }

  @Test func unmappedKeysAreNotChecked() throws {
    #expect(try Plain.decode(from: #"{"x":1,"a":5,"x":2,"y":{"a":1,"a":1}}"#).a == 5)
  }

  @Test func objectOfKeyPathsMayNotOccurTwiceEither() throws {
    let json = #"{"user":{"name":1},"user":{"name":2}}"#
    #expect(
      errorText { try Grouped.decode(from: json) }
        == "$.user: key appears a second time (line 1, column 20, Grouped)")
    #expect(try Grouped.decode(from: json, using: Self.first).name == 1)
    #expect(try Grouped.decode(from: json, using: Self.last).name == 2)
    let split = #"{"user":{"name":1},"user":{"zip":2}}"#
    #expect(try Grouped.decode(from: split, using: Self.first).name == 1)
    #expect(try Grouped.decode(from: split, using: Self.first).zip == nil)
    #expect(
      errorText { try Grouped.decode(from: #"{"user":{"name":1,"zip":0,"name":2}}"#) }
        == "$.user.name: key appears a second time (line 1, column 27, Grouped)")
  }

  @Test func alternativesAreDistinctKeysEachOfWhichMayOccurOnce() throws {
    #expect(try Alternatives.decode(from: #"{"b":2,"a":1,"c":[3]}"#).value == 1)
    #expect(
      errorText { try Alternatives.decode(from: #"{"a":1,"b":2,"b":3}"#) }
        == "$.b: key appears a second time (line 1, column 14, Alternatives)")
    let json = #"{"b":2,"b":3}"#
    #expect(try Alternatives.decode(from: json, using: Self.first).value == 2)
    #expect(try Alternatives.decode(from: json, using: Self.last).value == 3)
    let both = #"{"b":2,"a":4,"b":3,"a":5}"#
    #expect(try Alternatives.decode(from: both, using: Self.first).value == 4)
    #expect(try Alternatives.decode(from: both, using: Self.last).value == 5)
    let arrays = #"{"c":[1],"c":[2]}"#
    #expect(try Alternatives.decode(from: arrays, using: Self.first).value == 1)
    #expect(try Alternatives.decode(from: arrays, using: Self.last).value == 2)
  }

  @Test func dictionariesFollowTheSameRules() throws {
    let json = #"{"map":{"k":1,"k":2}}"#
    #expect(
      errorText { try Holder.decode(from: json) }
        == "$.map.k: key appears a second time (line 1, column 15, Holder.map)")
    #expect(try Holder.decode(from: json, using: Self.first).map == ["k": 1])
    #expect(try Holder.decode(from: json, using: Self.last).map == ["k": 2])
  }

  @Test func laterValueInADictionaryWasReadInsteadOfSkippedUnderFirst() throws {
    let json = #"{"map":{"k":1,"k":"x"}}"#
    #expect(try Holder.decode(from: json, using: Self.first).map == ["k": 1])
  }

  @Test func secondEntryOfATrieWithMoreThan64KeysIsNoticed() throws {
    #expect(
      errorText { try Wide.decode(from: #"{"g":{"k64":1,"k0":2,"k64":3}}"#) }
        == "$.g.k64: key appears a second time (line 1, column 22, Wide)")
    let model = try Wide.decode(from: #"{"g":{"k64":1,"k69":2,"k0":3}}"#)
    #expect(model.k64 == 1)
    #expect(model.k69 == 2)
    #expect(model.k0 == 3)
    #expect(model.$k1.presence == .absent)
    #expect(model.$k68.presence == .absent)
  }
}

private struct Wide: Mappable {
  @Mapped("g.k0") var k0: Int?
  @Mapped("g.k1") var k1: Int?
  @Mapped("g.k2") var k2: Int?
  @Mapped("g.k3") var k3: Int?
  @Mapped("g.k4") var k4: Int?
  @Mapped("g.k5") var k5: Int?
  @Mapped("g.k6") var k6: Int?
  @Mapped("g.k7") var k7: Int?
  @Mapped("g.k8") var k8: Int?
  @Mapped("g.k9") var k9: Int?
  @Mapped("g.k10") var k10: Int?
  @Mapped("g.k11") var k11: Int?
  @Mapped("g.k12") var k12: Int?
  @Mapped("g.k13") var k13: Int?
  @Mapped("g.k14") var k14: Int?
  @Mapped("g.k15") var k15: Int?
  @Mapped("g.k16") var k16: Int?
  @Mapped("g.k17") var k17: Int?
  @Mapped("g.k18") var k18: Int?
  @Mapped("g.k19") var k19: Int?
  @Mapped("g.k20") var k20: Int?
  @Mapped("g.k21") var k21: Int?
  @Mapped("g.k22") var k22: Int?
  @Mapped("g.k23") var k23: Int?
  @Mapped("g.k24") var k24: Int?
  @Mapped("g.k25") var k25: Int?
  @Mapped("g.k26") var k26: Int?
  @Mapped("g.k27") var k27: Int?
  @Mapped("g.k28") var k28: Int?
  @Mapped("g.k29") var k29: Int?
  @Mapped("g.k30") var k30: Int?
  @Mapped("g.k31") var k31: Int?
  @Mapped("g.k32") var k32: Int?
  @Mapped("g.k33") var k33: Int?
  @Mapped("g.k34") var k34: Int?
  @Mapped("g.k35") var k35: Int?
  @Mapped("g.k36") var k36: Int?
  @Mapped("g.k37") var k37: Int?
  @Mapped("g.k38") var k38: Int?
  @Mapped("g.k39") var k39: Int?
  @Mapped("g.k40") var k40: Int?
  @Mapped("g.k41") var k41: Int?
  @Mapped("g.k42") var k42: Int?
  @Mapped("g.k43") var k43: Int?
  @Mapped("g.k44") var k44: Int?
  @Mapped("g.k45") var k45: Int?
  @Mapped("g.k46") var k46: Int?
  @Mapped("g.k47") var k47: Int?
  @Mapped("g.k48") var k48: Int?
  @Mapped("g.k49") var k49: Int?
  @Mapped("g.k50") var k50: Int?
  @Mapped("g.k51") var k51: Int?
  @Mapped("g.k52") var k52: Int?
  @Mapped("g.k53") var k53: Int?
  @Mapped("g.k54") var k54: Int?
  @Mapped("g.k55") var k55: Int?
  @Mapped("g.k56") var k56: Int?
  @Mapped("g.k57") var k57: Int?
  @Mapped("g.k58") var k58: Int?
  @Mapped("g.k59") var k59: Int?
  @Mapped("g.k60") var k60: Int?
  @Mapped("g.k61") var k61: Int?
  @Mapped("g.k62") var k62: Int?
  @Mapped("g.k63") var k63: Int?
  @Mapped("g.k64") var k64: Int?
  @Mapped("g.k65") var k65: Int?
  @Mapped("g.k66") var k66: Int?
  @Mapped("g.k67") var k67: Int?
  @Mapped("g.k68") var k68: Int?
  @Mapped("g.k69") var k69: Int?
}

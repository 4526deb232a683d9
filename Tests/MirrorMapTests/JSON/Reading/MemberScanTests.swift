import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

/// What a thread has learned of how objects are written never shows: the same value or the same error
/// comes out as on a thread that has read nothing yet.
struct MemberScanTests {
  typealias Part = WalkModels.Part
  typealias Whole = WalkModels.Whole

  /// Expects of documents, read one after the other, what each of them is on a thread of its own.
  private func expectTheSame<Model: MappableValue>(
    _ type: Model.Type, _ texts: [String], _ mapper: Mapper = .default
  ) {
    let together = onAnotherThread { texts.map { decodingOutcome(type, $0, mapper) } }
    for (text, outcome) in zip(texts, together) {
      let alone = onAnotherThread { decodingOutcome(type, text, mapper) }
      if outcome != alone { Issue.record("\(text)\n  \(outcome)\n  not \(alone)") }
    }
  }

  // MARK: Random documents

  private static func document(_ sampler: inout Sampler) -> MutableDocument {
    var document = WalkModels.document(&sampler, depth: 2)
    var generator = SeededGenerator(seed: UInt64(sampler.int(0...999_999)))
    for _ in 0..<sampler.pick([0, 0, 0, 1, 2]) { document = document.mutated(&generator) }
    return document
  }

  private static let separators = [",", ":", "\"", "{", "}", "[", "]", " ", ",,", "::", "1", ""]

  /// The same with a byte replaced by something that a separator may be.
  private static func damaged(_ text: String, _ sampler: inout Sampler) -> String {
    var bytes = Array(text.utf8)
    let places = bytes.indices.filter { ",:{}[] \"".utf8.contains(bytes[$0]) }
    if places.isEmpty { return text }
    let place = sampler.pick(places)
    bytes.replaceSubrange(place...place, with: sampler.pick(separators).utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: 1...6)
  func documentsOfAllSpellingsOneAfterTheOther(seed: UInt64) {
    var sampler = Sampler(seed: seed, size: 6)
    var texts: [String] = []
    for _ in 0..<40 {
      let style = sampler.pick(Spelling.Style.allCases)
      let document = Self.document(&sampler)
      var spelling = Spelling(style, seed: UInt64(sampler.int(0...9999)))
      let text = spelling.text(document)
      texts += [text]
      if sampler.bool() { texts.append(Self.damaged(text, &sampler)) }
      if sampler.bool(3) { texts.append(text) }
    }
    expectTheSame(Whole.self, texts)
    expectTheSame([Whole].self, texts.map { "[\($0) , \($0),\($0)]" })
  }

  @Test(arguments: [Mapper.DuplicateKeys.first, .last, .reject], [1, 2])
  func allPoliciesForDuplicatesAndUnknownKeys(
    duplicates: Mapper.DuplicateKeys, seed: UInt64
  ) {
    var sampler = Sampler(seed: seed, size: 6)
    var mapper = Mapper()
    mapper.duplicateKeys = duplicates
    if seed == 2 { mapper.unknownKeys = .reject }
    let texts = (0..<40).map { _ in
      var spelling = Spelling(
        sampler.pick([.compact, .spaced, .indented]), seed: UInt64(sampler.int(0...99)))
      return spelling.text(Self.document(&sampler))
    }
    expectTheSame(Whole.self, texts, mapper)
  }

  // MARK: Nothing is mistaken for what was predicted

  private static let members = [#""id""#, ":", "7", ",", #""name""#, ":", #""n""#]

  /// Documents that differ from a valid one only in what is between two values.
  @Test(arguments: ["", "        "])
  func wrongSeparatorsAreRefusedAfterRightOnes(tail: String) {
    let good = #"[{"id":7,"name":"n","more":true},{"id":8,"name":"m","more":false}]"# + tail
    let others = [
      ("7,\"name", "7 \"name"), ("7,\"name", "7,,\"name"), ("7,\"name", "7\"name"),
      ("\"name\":", "\"name\" "), ("\"name\":", "\"name\"::"), ("\"name\":", "\"name:"),
      ("\"n\",", "\"n\" 5,"), ("\"id\":7", "\"id\":7 8"), ("{\"id\":8", "{,\"id\":8"),
      ("{\"id\":8", "\"id\":8"), ("false}", "false,}"), ("false}", "false]"), ("},{", "}{"),
      ("},{", "},,{"), ("},{", "};{"), ("8,\"name\":", "8,\"name\","), ("8,", "8:"),
      ("8,\"name\"", "8,name"), ("8,\"name\"", "8,\"nam\u{1}\""), ("false}]", "false]}"),
    ]
    for (right, wrong) in others {
      let bad = good.replacingOccurrences(of: right, with: wrong)
      #expect(bad != good)
      let (before, outcome) = onAnotherThread {
        ((0..<5).map { _ in decodingOutcome([Part].self, good) }, decodingOutcome([Part].self, bad))
      }
      #expect(Set(before).count == 1 && before[0].hasPrefix("[{"))
      #expect(outcome == onAnotherThread { decodingOutcome([Part].self, bad) })
      #expect(outcome.contains(" at "), "\(bad): \(outcome)")
    }
  }

  @Test func whiteSpaceIsAllowedWhereNoneWasLearned() throws {
    let plain = #"{"id":7,"name":"n","more":true}"# + String(repeating: " ", count: 20)
    for space in [" ", "\n", "\t\r\n   ", String(repeating: " ", count: 40)] {
      let spaced = plain.replacingOccurrences(of: ":", with: ":" + space)
      let outcomes = onAnotherThread {
        [plain, plain, plain, plain, spaced, spaced, plain].map { decodingOutcome(Part.self, $0) }
      }
      #expect(Set(outcomes) == [#"{"id":7,"more":true,"name":"n"}"#])
    }
  }

  @Test func keyThatIsAPrefixOfAnotherIsDistinct() {
    let texts = [
      #"{"id":1,"name":"a","more":true}                "#,
      #"{"id":1,"name\"":"b","more":true}              "#,
      #"{"id":1,"names":"c","name":"d","more":true}    "#,
      #"{"id":1,"nam":"c","name":"d","more":true}      "#,
      #"{"id":1,"n\u0061me":"e","more":true}           "#,
      #"{"id":1,"n\u0061me":"e","name":"f"}            "#,
    ]
    expectTheSame(Part.self, texts + texts + texts)
    expectTheSame([Part].self, (texts + texts).map { "[\($0),\($0)]" })
  }

  /// Each of the shapes is met at each distance from the end of the input.
  @Test func documentsThatEndAnywhere() {
    let whole = #"{"id":7, "name":"n", "part":{"id":8,"more":false}, "x":[] }"#
    let texts = whole.indices.map { String(whole[..<$0]) } + [whole]
    expectTheSame(Whole.self, texts.flatMap { [whole + "          ", $0] })
  }

  // MARK: Several orders

  /// Each order is predicted as a whole once the first member that differs has come.
  @Test(arguments: [["abcdef", "acfbed"], ["abcdef", "acfbed", "abfedc", "ab", "cab"]])
  func eachOrderHasItsOwnSteps(orders: [String]) {
    onAnotherThread {
      #expect(throws: Never.self) { try Self.readInSeveralOrders(orders) }
    }
  }

  private static func readInSeveralOrders(_ orders: [String]) throws {
    let names = orders[0].map(String.init)
    let table = KeyTable(names.enumerated().map { ($1, $0) })
    func read(_ order: String) throws {
      let members = order.map { "\"\($0)\":1" }.joined(separator: ",")
      try GuardedBytes.withBytes(Array("{\(members)}\(String(repeating: " ", count: 40))".utf8)) {
        var reader = JSONReader(Bytes($0), maximumDepth: 9, session: nil)
        var scan = MemberScan(
          reader.memory.pointee.predictors, node: 0x1000, depth: 1, isLimited: false)
        reader.cursor += 1
        var keys = ""
        while case let index = try reader.nextKey(in: table, &scan), index != MemberScan.end {
          keys += names[index]
          try reader.skipValue()
        }
        #expect(keys == order)
      }
    }
    for _ in 0..<4 { for order in orders { try read(order) } }
    let predictor = try GuardedBytes.withBytes([0x7B]) {
      let reader = JSONReader(Bytes($0), maximumDepth: 9, session: nil)
      let slot = reader.memory.pointee.predictors.slot(for: 0x1000, depth: 1)
      return try #require(slot.predictor(of: 0x1000))
    }
    let (count, misses) = (predictor.count, predictor.header.misses)
    #expect(predictor.header.branches > 0)
    for _ in 0..<4 { for order in orders.reversed() { try read(order) } }
    #expect(predictor.count == count)
    // A step remembers two that followed.
    if orders.count == 2 { #expect(predictor.header.misses == misses) }
    for order in orders {
      try read(order)
      // What came last is what is predicted.
      var number = try #require(
        MemberPredictor.firstMembers.first {
          predictor.has($0) && order.hasPrefix(names[Int(predictor[$0].index)])
        })
      var keys = ""
      while predictor.has(number), predictor[number].index >= 0 {
        keys += names[Int(predictor[number].index)]
        number = Int(predictor[number].next)
      }
      #expect(keys == order)
    }
  }

  // MARK: Limits

  @Test func tooLongKeyIsRefusedThoughLearned() {
    let text = #"{"a key of many bytes":1,"another key of many bytes":2}"# + "                 "
    let mapper = Mapper.limited(strings: 10)
    let expected = onAnotherThread { decodingOutcome(WalkModels.LongKeys.self, text, mapper) }
    #expect(expected.contains("sizeLimit"))
    let outcome = onAnotherThread {
      for _ in 0..<5 { _ = decodingOutcome(WalkModels.LongKeys.self, text) }
      return decodingOutcome(WalkModels.LongKeys.self, text, mapper)
    }
    #expect(outcome == expected)
  }

  @Test func nestingIsLimitedThoughObjectsOfThatDepthWereLearned() {
    let text = #"[{"id":1,"part":{"id":2}},{"id":1,"part":{"id":2}}]          "#
    for depth in 0...4 {
      var mapper = Mapper()
      mapper.maximumDepth = depth
      expectTheSame([Whole].self, [text, text, text, text], mapper)
    }
  }

  // MARK: Models of all sizes

  @Test func modelsOfNoneOneManyAndVeryManyProperties() throws {
    expectTheSame(
      WalkModels.Nothing.self,
      [
        "{}", "{ }", "{}", "{}     ", "{\"a\":1}", "{\"v\":1}", "{\"v\":[1],\"v\":2}", "{,}",
        "{\"a\"}", "{}",
      ])
    expectTheSame(
      WalkModels.Single.self,
      (0..<4).flatMap { _ in
        [
          "{\"one\":1}", "{\"one\":1}         ", "{ \"one\" : 1 }        ", "{}",
          "{\"one\":1,\"one\":1}",
        ]
      })
    var sampler = Sampler(seed: 7, size: 3)
    let texts = (0..<6).map { _ in WalkModels.manyMembers(300, &sampler) }
    expectTheSame(FiveWordModel.self, texts + texts)
    expectTheSame(TwoWordModel.self, texts + texts)
  }

  @Test func moreAndLongerUnknownKeysThanAPredictorHasRoomFor() {
    var sampler = Sampler(seed: 9, size: 3)
    var texts: [String] = []
    for length in [3, 60, 254, 255, 256, 300, 3000] {
      let key = String(repeating: "k", count: length)
      for _ in 0..<3 {
        let unknown = (0..<(length < 100 ? 100 : 12)).map { "\"\(key)\($0)\":\($0)" }
        let all = sampler.shuffled(unknown + [#""id":1"#, #""name":"n""#, #""more":true"#])
        texts += Array(repeating: "{" + all.joined(separator: ",") + "}", count: 2)
      }
    }
    expectTheSame(Part.self, texts)
  }

  @Test func keysOfMoreThan255Bytes() throws {
    let key = WalkModels.longKey
    let texts = [
      "{\"\(key)\":1,\"\(key)2\":2}", "{\"\(key)2\":2, \"\(key)\":1}", "{\"\(key)\":1}",
      "{\"\(key)\":1,\"\(key)\":2}", "{\"\(key)3\":1,\"\(key)2\":2,\"\(key)\":5}",
    ].map { $0 + "           " }
    expectTheSame(WalkModels.VeryLongKeys.self, texts + texts + texts)
    #expect(try WalkModels.VeryLongKeys.decode(from: texts[1]).second == 2)
  }

  /// More types, and depths, than there are places.
  @Test func moreModelsThanAThreadHasPredictorsFor() {
    let tags = FreshTags.all(90)
    let text = #"{"id":1,"inner":{"id":2,"inner":{"id":3}} , "name":"n"}            "#
    let other = #"{ "name":"n", "id":1 ,"inner":null,"id":2}            "#
    @Sendable func decode<Tag: FreshTag>(_ tag: Tag.Type) -> [String] {
      [text, text, text, other].map { decodingOutcome(WalkModels.Tagged<Tag>.self, $0) }
    }
    let rounds = onAnotherThread {
      (0..<3).map { _ in tags.map { decode($0) } }
    }
    let expected = onAnotherThread { decode(FreshTags.First.self) }
    let all = rounds.flatMap { $0 }
    #expect(all.count == 270 && expected[0].hasPrefix(#"{"id":1,"inner":{"id":2,"#))
    #expect(all.allSatisfy { $0[..<3] == expected[..<3] })
    #expect(all.allSatisfy { $0[3].hasPrefix("duplicateKey at 35: $.id: ") })
  }

  @Test func sameModelAtManyDepths() {
    func nested(_ depth: Int, _ space: String) -> String {
      let inner = depth == 0 ? "" : ",\(space)\"parts\":[\(nested(depth - 1, space + " "))]"
      return "{\"id\":\(depth),\"name\":\"n\"\(inner)}"
    }
    let texts = (0..<3).flatMap { round in
      [0, 3, 40, 7, 40].map { nested($0, $0 == 7 && round == 1 ? "\n" : "") + "          " }
    }
    expectTheSame(Whole.self, texts)
  }

  // MARK: User code in between

  @Test func otherDocumentsOfTheSameModelAreDecodedInTheMiddle() {
    let outer = [
      #"{"id":9,"call":?,"name":"o"}         "#,
      #"{"id":9,"x":1,"call":?,"y":2,"name":"o"}       "#,
      #"{ "call" :?, "id":9 ,"name":"o"}       "#, #"{"call":?,"id":9,"id":8,"name":"o"}   "#,
    ]
    var texts: [String] = []
    for (number, text) in outer.enumerated() {
      for index in WalkModels.inner.indices {
        for count in [1, 3, 200] {
          let call = "\"\(count):\((index + number) % WalkModels.inner.count)\""
          texts.append(text.replacingOccurrences(of: "?", with: call))
        }
      }
    }
    expectTheSame(WalkModels.Calling.self, texts + texts.reversed())
  }
}

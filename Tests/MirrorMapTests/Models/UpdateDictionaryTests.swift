import MirrorMap
import Testing

/// Dictionaries are updated key by key. Those of some types have code of their own.
struct UpdateDictionaryTests {
  struct Flag: MappableValue, Equatable {
    var isOn: Bool
    init(_ isOn: Bool) { self.isOn = isOn }
    static func decode(from reader: inout JSONReader) throws -> Flag { Flag(try reader.decode()) }
    func encode(to writer: inout JSONWriter) throws { try writer.encode(isOn) }
  }

  final class Counts: Mappable {
    @Mapped var ints: [String: Int] = [:]
    @Mapped var texts: [String: String] = [:]
    @Mapped var doubles: [String: Double] = [:]
    @Mapped var flags: [String: Flag] = [:]
    @Mapped var maybe: [String: Int]?
    @Mapped var numbered: [Int: [Int]] = [:]
    init() {}
  }

  @Test func membersAreAddedAndReplaced() throws {
    let counts = try Counts.decode(
      from:
        #"{"ints": {"a": 1, "b": 2}, "texts": {"a": "x"}, "flags": {"a": true}, "numbered": {"1": [1]}}"#
    )
    for number in 3...5 {
      try counts.update(
        from: #"""
          {"ints": {"a": \#(number), "\#(number)": 0}, "texts": {"a": "\#(number)", "b": "y"},
           "doubles": {"\#(number)": 0.5}, "flags": {"a": false, "\#(number)": true},
           "maybe": {"\#(number)": \#(number)}, "numbered": {"1": [], "\#(number)": [1]}}
          """#)
    }
    #expect(counts.ints == ["a": 5, "b": 2, "3": 0, "4": 0, "5": 0])
    #expect(
      counts.texts == ["a": "5", "b": "y"] && counts.doubles == ["3": 0.5, "4": 0.5, "5": 0.5])
    #expect(
      counts.flags == ["a": Flag(false), "3": Flag(true), "4": Flag(true), "5": Flag(true)])
    #expect(counts.maybe == ["3": 3, "4": 4, "5": 5])
    #expect(counts.numbered == [1: [], 3: [1], 4: [1], 5: [1]])
    try counts.update(from: #"{"ints": {}, "maybe": null, "flags": {}}"#)
    #expect(counts.ints.count == 5 && counts.maybe == nil && counts.flags.count == 4)
    let many = (0..<300).map { #""key \#($0)": \#($0)"# }.joined(separator: ", ")
    try counts.update(from: #"{"ints": {\#(many)}}"#)
    #expect(counts.ints.count == 305 && counts.ints["key 299"] == 299)
  }

  @Test func equalKeysAreRefused() throws {
    for (text, place) in [
      (##"{"ints": {"a": 1, "b": 2, "\u0061": 3}}"##, "line 1, column 27"),
      ("{\"texts\": {\"\u{E9}\": \"1\", \"e\u{301}\": \"2\"}}", "line 1, column 22"),
      (#"{"flags": {"z": true, "z": true}}"#, "line 1, column 23"),
    ] {
      let counts = try Counts.decode(from: #"{"ints": {"a": 1}}"#)
      let error = #expect(throws: MappingError.self) { try counts.update(from: text) }
      #expect(error?.code == .duplicateKey && "\(error!)".contains(place), "\(error!)")
      let new = #expect(throws: MappingError.self) { try Counts.decode(from: text) }
      #expect("\(error!)" == "\(new!)")
    }
    for (policy, value) in [(Mapper.DuplicateKeys.first, 1), (.last, 2)] {
      let counts = try Counts.decode(from: #"{"ints": {"a": 0, "c": 0}}"#)
      var mapper = Mapper()
      mapper.duplicateKeys = policy
      try counts.update(from: #"{"ints": {"a": 1, "b": 0, "a": 2}}"#, using: mapper)
      #expect(counts.ints == ["a": value, "b": 0, "c": 0])
    }
  }

  @Test func failuresHaveTheirPlace() throws {
    let counts = try Counts.decode(from: #"{"ints": {"a": 1, "b": 2}}"#)
    let error = #expect(throws: MappingError.self) {
      try counts.update(from: #"{"doubles": {"x": 1}, "ints": {"a": 5, "b": "no", "c": 3}}"#)
    }
    #expect(error?.path.description == "$.ints.b" && error?.updatedProperties == ["doubles"])
    #expect(counts.ints["b"] == 2 && counts.ints["c"] == nil && counts.doubles == ["x": 1])
    let isNull = #expect(throws: MappingError.self) {
      try counts.update(from: #"{"flags": {"n": null}}"#)
    }
    #expect(isNull?.path.description == "$.flags.n")
    var mapper = Mapper()
    mapper.maximumCollectionCount = 2
    try counts.update(from: #"{"texts": {"1": "", "2": ""}}"#, using: mapper)
    try counts.update(from: #"{"texts": {"3": "", "4": ""}}"#, using: mapper)
    #expect(counts.texts.count == 4)
    let error3 = #expect(throws: MappingError.self) {
      try counts.update(from: #"{"texts": {"5": "", "6": "", "7": ""}}"#, using: mapper)
    }
    #expect(error3?.code == .sizeLimit)
  }
}

import MirrorMap
import Testing

struct ValueSemanticsTests {
  struct Point: Mappable, Hashable {
    @Mapped var x: Int
    @Mapped var y: Int = 0
    @Mapped var tags: [String] = []
    @Mapped var next: [Point]?
    @Mapped var note: String?
  }

  @Test func copyIsACopy() throws {
    let a = try Point.decode(from: #"{"x":1,"tags":["a"],"next":[{"x":2}]}"#)
    var b = a
    b.x = 10
    b.tags.append("b")
    b.next?[0].x = 20
    #expect(a.x == 1 && a.tags == ["a"] && a.next?[0].x == 2)
    #expect(b.x == 10 && b.tags == ["a", "b"] && b.next?[0].x == 20)
    #expect(!a.$x.isChanged && b.$x.isChanged && !a.$tags.isChanged && b.$tags.isChanged)
    #expect(a.next?[0].$x.isChanged == false && b.next?[0].$x.isChanged == true)
  }

  @Test func equalityAndHashesLookAtValuesOnly() throws {
    let decoded = try Point.decode(from: #"{"x":1,"note":null}"#)
    var made = Point()
    made.x = 1
    #expect(decoded == made && decoded.hashValue == made.hashValue)
    var touched = decoded
    touched.x = 1
    touched.note = nil
    #expect(touched == decoded && Set([touched, decoded, made]).count == 1)
    touched.note = ""
    #expect(touched != decoded && Set([touched, decoded]).count == 2)
  }

  @Test func unsetPropertiesNeitherTrapNorEqualValues() {
    var set = Point()
    set.x = 0
    #expect(Point() == Point() && Point().hashValue == Point().hashValue)
    #expect(Point() != set && Set([Point(), Point(), set]).count == 2)
  }

  @Test func descriptionsShowValues() throws {
    #expect("\(Mapped<Int>())" == "unset")
    #expect("\(Mapped(wrappedValue: 3))" == "3")
    #expect("\(Mapped(wrappedValue: "text"))" == "text")
    #expect(String(reflecting: Mapped(wrappedValue: "text")) == #""text""#)
    #expect(String(reflecting: Mapped<String>()) == "unset")
    #expect("\(Mapped<Int?>())" == "nil")
    #expect("\(Mapped<Int?>(wrappedValue: 4))" == "Optional(4)")
    #expect(
      "\(Point())" == "Point(x: unset, y: 0, tags: [], next: nil, note: nil)")
    var text = ""
    dump(Point(), to: &text)
    #expect(text.contains("_x: unset"))
  }

  @Test func modelsMayBeSentIfTheirValuesMay() async throws {
    let point = try Point.decode(from: #"{"x":5}"#)
    let task = Task.detached { point.x }
    #expect(await task.value == 5)
    func needsSendable(_ value: some Sendable) {}
    needsSendable(Mapped<Int>())
  }

  /// Were the array copied on each append, its buffer would be another one each time.
  @Test func appendingHappensInPlace() throws {
    var model = try Point.decode(from: #"{"x":1,"tags":[]}"#)
    model.tags.reserveCapacity(1_000)
    let start = model.tags.withUnsafeBufferPointer { $0.baseAddress }
    for index in 0..<1_000 { model.tags.append("\(index)") }
    #expect(model.tags.withUnsafeBufferPointer { $0.baseAddress } == start)
    #expect(model.tags.count == 1_000)

    model.next = []
    model.next?.reserveCapacity(100)
    let nextStart = model.next?.withUnsafeBufferPointer { $0.baseAddress }
    for _ in 0..<100 { model.next?.append(Point()) }
    #expect(model.next?.withUnsafeBufferPointer { $0.baseAddress } == nextStart)
  }

  @Test func appendingToAnObjectsArrayHappensInPlace() throws {
    let crowd = try Crowd.decode(from: #"{"names":{"a":[]}}"#)
    crowd.names["a"]?.reserveCapacity(100)
    let start = crowd.names["a"]?.withUnsafeBufferPointer { $0.baseAddress }
    for _ in 0..<100 { crowd.names["a"]?.append("x") }
    #expect(crowd.names["a"]?.withUnsafeBufferPointer { $0.baseAddress } == start)
    #expect(crowd.$names.isChanged)
  }

  @Test func wrappersAreNoLargerThanTheyMustBe() {
    #expect(MemoryLayout<Mapped<Int>>.size == 12 && MemoryLayout<Mapped<Int>>.stride == 16)
    #expect(MemoryLayout<Mapped<Bool>>.stride == 4)
    #expect(MemoryLayout<Mapped<String>>.size == 18 && MemoryLayout<Mapped<String>>.stride == 24)
    #expect(MemoryLayout<Mapped<[Int]>>.stride == 16)
    #expect(MemoryLayout<Mapped<Double>>.stride == 16)
    #expect(MemoryLayout<Mapped<Int?>>.stride == 16)
    #expect(MemoryLayout<Mapped<String?>>.stride <= 24)
  }
}

// MARK: - Models

final class Crowd: Mappable {
  @Mapped var names: [String: [String]]
}

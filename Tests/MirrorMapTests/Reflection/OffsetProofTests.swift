import Testing

@testable import MirrorMap
@testable import TestSupport

struct OffsetProofTests {
  /// Padding before a model or string holds what was on the stack before: in debug builds, the wrapper
  /// that is being moved into the preceding property.
  @Test func wrappersLeftInPaddingUsedToMakeModelsUnmappable() throws {
    #expect(try offsets(PaddedStruct.self) == PaddedStruct.expectedOffsets)
    let text =
      #"{"a":true,"guest":{"name":"n","age":1},"b":2,"list":[1],"c":null,"last":{"name":"","age":0}}"#
    let model = try PaddedStruct.decode(from: text)
    #expect(try model.encodeString() == text)

    let object = try PaddedObject.decode(
      from: #"{"a":true,"guest":{"name":"n","age":1},"z":false}"#)
    #expect(object.a && object.guest.name == "n" && object.guest.age == 1 && !object.z)
    #expect(object.mark == 0x5C)
  }

  @Test func copiesThatNoPropertyShowsAreDistinguishedFromTheProperty() throws {
    #expect(try offsets(HiddenTwins.self) == HiddenTwins.expectedOffsets)
    let model = try HiddenTwins.decode(from: #"{"a":1}"#)
    #expect(model.a == 1)
    #expect(model.$a.presence == .value)
    #expect(model.twinTexts == ["unset", "unset", "unset", "unset"])
  }

  @Test func wrapperThatKeepsItsStateElsewhereIsRefused() {
    #expect(
      errorText {
        try OffsetProof.fields(isModel: { _ in false }) { Remote() }
      }
        == "Remote.far cannot be mapped: its wrapper was not initialized by init(), "
        + "but copied from somewhere else")
  }

  /// The second recording isn't looked at with Mirror.
  @Test func wrapperThatIsCopiedFromElsewhereTheSecondTimeIsRefused() {
    let outer = Recorder.with(nil) { BorrowingLater() }
    var count = 0
    #expect(
      errorText {
        try OffsetProof.fields(isModel: { _ in false }) {
          count += 1
          return count % 2 == 1 ? BorrowingLater() : BorrowingLater(outer)
        }
      }
        == "BorrowingLater.b cannot be mapped: its wrapper was not initialized by init(), "
        + "but copied from somewhere else")
  }

  @Test func stateOfSharedDefaultsIsNoEvidence() throws {
    #expect(try offsets(SharedDefaults.self) == SharedDefaults.expectedOffsets)
  }
}

// MARK: - Models

private struct BorrowingLater {
  @Mapped var a: Int
  @Mapped var b: String
  init() {}
  init(_ other: BorrowingLater) { _b = other._b }
}

struct PaddedStruct: Mappable {
  @Mapped var a: Bool
  @Mapped var guest: Guest
  @Mapped var b: Int16
  @Mapped var list: [Int]
  @Mapped var c: UInt8?
  @Mapped var last: Guest

  static var expectedOffsets: [Int?] {
    [
      MemoryLayout<Self>.offset(of: \._a), MemoryLayout<Self>.offset(of: \._guest),
      MemoryLayout<Self>.offset(of: \._b), MemoryLayout<Self>.offset(of: \._list),
      MemoryLayout<Self>.offset(of: \._c), MemoryLayout<Self>.offset(of: \._last),
    ]
  }
}

final class PaddedObject: Mappable {
  @Mapped var a: Bool
  @Mapped var guest: Guest
  var mark: UInt8 = 0x5C
  @Mapped var z: Bool
}

struct HiddenTwins: Mappable {
  private var before: (Any, Mapped<Int>)
  @Mapped var a: Int
  private var after: (Mapped<Int>, Mapped<Int>, Any?)

  init() {
    before = (0, Mapped())
    after = (Mapped(), Mapped(), nil)
    before = (_a, _a)
    after = (_a, _a, _a)
  }

  var twinTexts: [String] {
    [before.0, before.1, after.0, after.1].map { "\($0)" }
  }

  static var expectedOffsets: [Int?] { [MemoryLayout<Self>.offset(of: \._a)] }
}

/// A wrapper whose stored property isn't a `FieldStorage`, but an object that holds one.
struct Far: AnnotatedField {
  final class Box {
    let storage: FieldStorage<Int>
    init(_ storage: FieldStorage<Int>) { self.storage = storage }
  }
  let box: Box
  let filler = (0, 0)
  var storage: FieldStorage<Int> { box.storage }
}

struct Remote {
  private let _far: Far
  init() {
    let recorder = Recorder.current
    _far = Far(box: Far.Box(FieldStorage(nil, recorder?.record(Landmark()) ?? FieldState())))
  }
}

struct SharedDefaults: Mappable {
  @Mapped var first: Guest = .unknown
  @Mapped var count: Int = 0
  @Mapped var second: Guest = .unknown

  static var expectedOffsets: [Int?] {
    [
      MemoryLayout<Self>.offset(of: \._first), MemoryLayout<Self>.offset(of: \._count),
      MemoryLayout<Self>.offset(of: \._second),
    ]
  }
}

extension Guest {
  static let unknown = Guest()
}

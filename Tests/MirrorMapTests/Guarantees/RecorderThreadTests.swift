import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

/// While one thread finds out about a type, models that other threads make and change are ordinary.
struct RecorderThreadTests {
  @Test func otherThreadsDoNotSeeARecorder() {
    Recorder.with(Recorder(parity: 0)) {
      let seen = onThreads(16) { _ in Recorder.current == nil && Recorder.mayBeRecording }
      #expect(seen == Array(repeating: true, count: 16))
      #expect(Recorder.current != nil)
    }
    #expect(Recorder.current == nil)
  }

  @Test func eachThreadHasItsOwnRecorder() {
    let results = onThreads(16) { index in
      let recorder = Recorder(parity: UInt16(index & 1))
      return Recorder.with(recorder) {
        (0..<100).allSatisfy { _ in
          Recorder.suspended { Recorder.current == nil } && Recorder.current === recorder
            && Recorder.with(nil) { Recorder.current == nil }
        }
      }
    }
    #expect(results == Array(repeating: true, count: 16))
  }

  /// Half of the threads plan types that haven't been used before; the others make, change, decode and
  /// encode models, which must carry no token and forget no change.
  @Test func modelsAreInitializedNormallyWhileOtherThreadsPlan() {
    let tags = FreshTags.all(24)
    let results = onThreads(16) { index -> [String] in
      if index % 4 == 0 { return tags.map { tag in errorText { try plan(tag) } } }
      return (0..<60).map { round in
        var model = Plain()
        guard !model.$name.isChanged, model.$name.presence == .absent else { return "has a state" }
        model.name = "\(round)"
        model.id = round
        guard model.$name.isChanged, model.$id.isChanged else { return "forgot a change" }
        guard let text = try? model.encodeString(), text == #"{"id":\#(round),"name":"\#(round)"}"#
        else { return "wrote something else" }
        guard let copy = try? Plain.decode(from: text), copy.$name.presence == .value,
          !copy.$name.isChanged, copy.id == round
        else { return "read something else" }
        return "no error"
      }
    }
    #expect(Set(results.joined()) == ["no error"])
  }

  /// Planning a type evaluates the defaults of its properties, which are models themselves.
  @Test func defaultsThatAreSharedCarryNoTokensAway() {
    for tag in FreshTags.all(12) {
      let results = onThreads(16) { _ in sharesDefault(tag) }
      #expect(results == Array(repeating: "no error", count: 16))
    }
    #expect(Plain.shared.$id.presence == .absent)
  }

  @Test func tasksThatHopBetweenThreadsTakeNoRecorderAlong() async {
    let tags = FreshTags.all(40)
    let results = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<40 {
        group.addTask {
          var model = Plain()
          model.id = index
          guard Recorder.current == nil, let text = try? model.encodeString() else { return false }
          await Task.yield()
          let isPlanned = errorText { try Self.hop(tags[index]) } == "no error"
          await Task.yield()
          guard Recorder.current == nil, model.$id.isChanged else { return false }
          return isPlanned && (try? Plain.decode(from: text).id) == index
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: true, count: 40))
  }

  private func plan(_ tag: any FreshTag.Type) throws {
    func plan<Tag: FreshTag>(_ tag: Tag.Type) throws {
      let model = try Planned<Tag>.decode(from: #"{"id":2,"part":{"id":3}}"#)
      #expect(model.part.id == 3 && model.list == [1])
    }
    try plan(tag)
  }

  private func sharesDefault(_ tag: any FreshTag.Type) -> String {
    func share<Tag: FreshTag>(_ tag: Tag.Type) -> String {
      errorText {
        let model = try Sharing<Tag>.decode(from: #"{"id":2}"#)
        #expect(model.plain?.id == 1)
        #expect(try model.encodeString() == #"{"id":2,"plain":{"id":1}}"#)
      }
    }
    return share(tag)
  }

  private static func hop(_ tag: any FreshTag.Type) throws {
    func hop<Tag: FreshTag>(_ tag: Tag.Type) throws {
      #expect(try Hopping<Tag>.decode(from: #"{"id":2}"#).id == 2)
    }
    try hop(tag)
  }
}

// MARK: - Models

extension RecorderThreadTests {
  struct Plain: Mappable, Sendable {
    static let shared: Plain = {
      var plain = Plain()
      plain.id = 1
      return plain
    }()
    @Mapped var id: Int
    @Mapped var name: String?
  }
  struct Part<Tag: FreshTag>: Mappable {
    @Mapped var id: Int = 1
  }
  struct Planned<Tag: FreshTag>: Mappable {
    @Mapped var id: Int
    @Mapped var part = Part<Tag>()
    @Mapped var list = [1]
    var helper = try? Plain.decode(from: #"{"id":1}"#)
  }
  struct Sharing<Tag: FreshTag>: Mappable {
    @Mapped var id: Int
    @Mapped var plain: Plain? = Plain.shared
  }
  final class Hopping<Tag: FreshTag>: Mappable {
    @Mapped var id: Int
    @Mapped var part: Part<Tag>?
  }
}

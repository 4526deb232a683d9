import MirrorMap
import Testing

/// What is referenced from elsewhere while one of its properties is modified.
private class Member: Mappable {
  @Mapped var id = 0
  @Mapped var names: [String] = []
  @Mapped var groups: [String: [String]] = [:]
  @Flattened var address = Address()
  @Mapped var friend: Member?
  required init() {}
}

private final class NotedMember: Member {
  @Mapped var notes: [String] = []
}

private struct Address: Mappable {
  @Mapped var lines: [String] = []
}

private struct Club: Mappable {
  @Mapped var members: [Member] = []
}

private let names =
  #"{"names": ["a name that needs memory of its own", "another one that needs it"]}"#

/// Calls a closure with access to a variable that it can modify.
private func modify<Value, R>(_ value: inout Value, _ body: (inout Value) throws -> R) rethrows -> R
{
  try body(&value)
}

/// Calls a closure while it has access to a variable that it only reads.
private func read<Value, R>(_ value: borrowing Value, _ body: () throws -> R) rethrows -> R {
  try body()
}

@Suite("Overlapping accesses to objects")
struct OverlappingAccessTests {
  @Test("An update of an object ends the process while code modifies one of its properties")
  func update() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let member = try Member.decode(from: names)
      try modify(&member.names[0]) { name in
        try member.update(from: #"{"names": []}"#)
        name += "!"
      }
    }
    expectConflict(result)
  }

  @Test("A merge patch of an object that another one holds ends the process, too")
  func patch() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let member = try Member.decode(from: #"{"friend": \#(names)}"#)
      let friend = member.friend!
      try modify(&friend.names[1]) { _ in
        try member.apply(mergePatch: #"{"friend": {"names": null}}"#)
      }
    }
    expectConflict(result)
  }

  @Test("Encoding an object ends the process while code modifies one of its properties")
  func encode() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let member = try Member.decode(
        from: #"{"groups": {"a": ["a text that needs memory of its own"]}}"#)
      try modify(&member.groups["a"]!) { group in
        group.append("b")
        _ = try member.encodeString()
      }
    }
    expectConflict(result)
  }

  @Test(
    "Encoding an array of objects ends the process while code modifies a property of one of them")
  func encodeArray() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let club = try Club.decode(from: #"{"members": [{"id": 1}, \#(names)]}"#)
      _ = try club.encodeString()
      try modify(&club.members[1].address.lines) { lines in
        lines.append("a line")
        _ = try club.encodeString()
      }
    }
    expectConflict(result)
  }

  @Test("The properties of superclasses and subclasses count")
  func subclass() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let member = NotedMember()
      try modify(&member.notes) { notes in
        notes.append("a note")
        try (member as Member).update(from: #"{"id": 2}"#)
      }
    }
    expectConflict(result)
  }

  @Test("Accesses that exclude nothing are no conflict")
  func allowed() throws {
    let (member, other) = (try Member.decode(from: names), Member())
    // Reading while it is read, and everything while another object is modified.
    #expect(try read(member.names) { try member.encodeString() } == member.encodeString())
    try modify(&other.names) { names in
      names.append("c")
      try member.update(from: #"{"id": 3, "friend": {"id": 4}}"#)
      #expect(try Member.decode(from: member.encodeString()).friend?.id == 4)
    }
    // An access that has ended.
    member.names[0] += "!"
    try member.update(from: #"{"names": ["x"]}"#)
    #expect(member.names == ["x"])
  }

  private func expectConflict(_ result: ExitTest.Result?) {
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Simultaneous accesses to"), "\(message)")
  }
}

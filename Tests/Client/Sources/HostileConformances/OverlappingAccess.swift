import MirrorMap

// Code that updates or encodes an object while it modifies one of the object's properties in place. Swift ends the
// process if code accesses the property directly; MirrorMap's accesses are to be no different.

private final class Member: Mappable {
  @Mapped var names: [String] = []
  @Mapped var groups: [String: [String]] = [:]
  @Mapped var friends: [Member] = []
}

private let text = "a text that needs memory of its own"

/// Calls a closure with access to a variable that it can modify.
@inline(never)
private func modify<Value>(_ value: inout Value, _ body: (inout Value) throws -> Void) rethrows {
  try body(&value)
}

enum OverlappingAccess {
  static let scenarios: [Scenario] = [
    .conflict("update while an element of an array is modified") {
      let member = try Member.decode(from: #"{"names": ["\#(text)"]}"#)
      try modify(&member.names[0]) { name in
        try member.update(from: #"{"names": []}"#)
        name += "!"
      }
    },
    .conflict("merge patch of an object that another one holds") {
      let member = try Member.decode(from: #"{"friends": [{"names": ["\#(text)"]}]}"#)
      let friend = member.friends[0]
      try modify(&friend.names) { names in
        try friend.apply(mergePatch: #"{"names": null}"#)
        names.append(text)
      }
    },
    .conflict("sort that updates") {
      let member = try Member.decode(from: #"{"names": ["\#(text) 2", "\#(text) 1"]}"#)
      try member.names.sort {
        try member.update(from: #"{"names": ["\#(text)"]}"#)
        return $0 < $1
      }
    },
    .conflict("encode while a value of a dictionary is modified") {
      let member = try Member.decode(from: #"{"groups": {"a": ["\#(text)"]}}"#)
      try modify(&member.groups["a"]!) { group in
        group.append(text)
        _ = try member.encodeString()
      }
    },
    .conflict("encode of an array of objects, one of which is modified") {
      let member = try Member.decode(from: #"{"friends": [{}, {"groups": {"a": ["\#(text)"]}}]}"#)
      let friend = member.friends[1]
      _ = try member.encodeString()
      try modify(&friend.groups["a"]!) { group in
        group.append(text)
        _ = try member.encodeString()
      }
    },
    .harmless("update and encode of objects while others are modified") {
      let (member, other) = (try Member.decode(from: "{}"), Member())
      try modify(&other.names) { names in
        names.append(text)
        try member.update(from: #"{"names": ["\#(text)"]}"#)
        try expect(Member.decode(from: member.encodeString()).names, names)
      }
      // An access that only gets the value ends before the closure is called.
      _ = try member.names.map { try member.update(from: #"{"names": ["\#($0)", "b"]}"#) }
      for name in member.names where !name.isEmpty {
        try member.update(from: "{}")
        _ = try member.names.map { try $0 + member.encodeString() }
      }
      member.names[0] += "!"
      try member.update(from: #"{"names": []}"#)
      try expect(member.names, [])
    },
  ]
}

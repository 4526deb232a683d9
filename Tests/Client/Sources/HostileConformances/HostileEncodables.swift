import Foundation
import MirrorMap

// What comes of the types that misuse their encoders.

enum HostileEncodables {
  private static func encode(
    _ format: JSONEncoder.OutputFormatting = [],
    _ write: @escaping (any Encoder) throws -> Void
  ) throws -> String {
    let encoder = MappingEncoder()
    encoder.outputFormatting = format
    return String(decoding: try encoder.encode(Writing(write: write)), as: UTF8.self)
  }

  private static func string(_ value: some Encodable) throws -> String {
    String(decoding: try MappingEncoder().encode(value), as: UTF8.self)
  }

  static let scenarios: [Scenario] = [
    .harmless("encoders-are-kept-after-the-call") {
      defer { KeptEncoders.clear() }
      for _ in 0..<3 {
        try expect(string(KeepingEncoder()), KeepingEncoder.expected(2))
        KeptEncoders.write()
      }
    },
    .harmless("encoders-are-kept-by-a-call-that-fails") {
      defer { KeptEncoders.clear() }
      try expectError("on purpose") {
        _ = try encode { encoder in
          var list = encoder.unkeyedContainer()
          try list.encode(KeepingEncoder())
          throw Unexpected(description: "on purpose")
        }
      }
      KeptEncoders.write()
      try expect(string([1]), "[1]")
    },
    .harmless("kept-encoders-write-in-another-call") {
      defer { KeptEncoders.clear() }
      _ = try string(KeepingEncoder())
      let written = try encode { encoder in
        var list = encoder.unkeyedContainer()
        KeptEncoders.write()
        try list.encode(text("x"))
        KeptEncoders.write()
        var inner = list.nestedUnkeyedContainer()
        KeptEncoders.write()
        try inner.encode(2)
      }
      try expect(written, "[\"\(text("x"))\",[2]]")
    },
    .harmless("kept-encoders-write-after-their-values-in-the-same-call") {
      defer { KeptEncoders.clear() }
      for format in [[], [.sortedKeys, .prettyPrinted]] as [JSONEncoder.OutputFormatting] {
        KeptEncoders.clear()
        // An error or a document; never a write into what is gone.
        let written = try? encode(format) { encoder in
          var list = encoder.unkeyedContainer()
          try list.encode(KeepingEncoder())
          KeptEncoders.write()
          try? list.encode(KeepingEncoder(levels: 0))
          KeptEncoders.write()
        }
        if let written { _ = try JSONValue.decode(from: written) }
      }
    },
    .harmless("kept-encoders-write-from-another-thread") {
      defer { KeptEncoders.clear() }
      _ = try string(KeepingEncoder())
      onAnotherThread { KeptEncoders.write() }
    },
    .harmless("parents-write-while-their-values-are-written") {
      for format in [[], [.sortedKeys]] as [JSONEncoder.OutputFormatting] {
        try expectError("the container was used while one of its values") {
          _ = try encode(format) { encoder in
            let outer = encoder
            var list = encoder.unkeyedContainer()
            try list.encode(
              Writing { encoder in
                var inner = encoder.unkeyedContainer()
                try inner.encode(1)
                var again = outer.unkeyedContainer()
                try? again.encode(text("o"))
                try inner.encode(2)
              })
          }
        }
      }
    },
    .harmless("type-encodes-itself") {
      try expectError("less nesting") { _ = try string(EncodesItself()) }
      try expectError("less nesting") { _ = try string([EncodesItself()]) }
      try expectError("less nesting") { _ = try string(EncodesItselfWithin()) }
    },
    .harmless("type-encodes-another-document") {
      let encoder = MappingEncoder()
      encoder.dateEncodingStrategy = .custom { _, inner in
        let text = String(decoding: try encoder.encode(KeepingEncoder(levels: 1)), as: UTF8.self)
        try text.encode(to: inner)
      }
      defer { KeptEncoders.clear() }
      let dates = [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1)]
      let texts = try [String].decode(from: encoder.encode(dates))
      try expect(texts, [KeepingEncoder.expected(1), KeepingEncoder.expected(1)])
    },
    .harmless("all-kinds-of-containers") {
      for first in 0..<3 {
        for second in 0..<3 where second != first {
          _ = try? encode { encoder in
            for kind in [first, second, first] {
              switch kind {
              case 0:
                var object = encoder.container(keyedBy: WriterKey.self)
                try? object.encode(text("a"), forKey: "a")
              case 1:
                var array = encoder.unkeyedContainer()
                try? array.encode(text("b"))
              default:
                var value = encoder.singleValueContainer()
                try? value.encode(text("c"))
                try? value.encode([text("d")])
              }
            }
          }
        }
      }
      try expect(string([1]), "[1]")
    },
    .harmless("values-change-what-is-encoded") {
      let shrinking = Shrinking()
      let written = try string(shrinking)
      try expect(written.contains("[\"\(text("e"))\",\"\(text("e"))\""), true)
      try expect(shrinking.elements.count, 0)
    },
    .harmless("date-strategy-writes-nothing-twice-or-later") {
      defer { KeptEncoders.clear() }
      let encoder = MappingEncoder()
      nonisolated(unsafe) var kind = 0
      encoder.dateEncodingStrategy = .custom { _, inner in
        kind += 1
        KeptEncoders.encoders.append(inner)
        if kind % 3 == 0 { return }
        try? [1].encode(to: inner)
        if kind % 3 == 1 { try? 2.encode(to: inner) }
      }
      for count in 0..<4 {
        let dates = Array(repeating: Date(timeIntervalSince1970: 0), count: count)
        if let data = try? encoder.encode(dates) { _ = try JSONValue.decode(from: data) }
        KeptEncoders.write()
      }
    },
    .harmless("key-strategy-writes") {
      let encoder = MappingEncoder()
      nonisolated(unsafe) var isWriting = false
      encoder.keyEncodingStrategy = .custom { path in
        // What is written has keys, too.
        if !isWriting {
          isWriting = true
          KeptEncoders.write()
          isWriting = false
        }
        return WriterKey(stringValue: "\(path.count)\(path.last?.stringValue ?? "")")
      }
      defer { KeptEncoders.clear() }
      // The strategy writes into containers that are in use, and so the call may fail.
      for _ in 0..<2 {
        if let data = try? encoder.encode(KeepingEncoder()) { _ = try JSONValue.decode(from: data) }
      }
    },
  ]
}

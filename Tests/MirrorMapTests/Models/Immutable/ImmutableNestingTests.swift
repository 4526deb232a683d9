import Testing

@testable import MirrorMap
@testable import TestSupport

/// Asks for a key that is not there, so that each object is scanned to its end before anything is
/// read.
private struct Backwards: ImmutableMappable {
  let depth: Int
  let sum: Int

  init(from object: inout ObjectReader) throws {
    let _: Int? = try object.value("missing")
    let number: Int = try object.value("number")
    let next: Backwards? = try object.value("next")
    depth = 1 + (next?.depth ?? 0)
    sum = number + (next?.sum ?? 0)
  }
}

/// The same in lists, behind a key path.
private struct BackwardsList: ImmutableMappable {
  let depth: Int
  let sum: Int

  init(from object: inout ObjectReader) throws {
    let number: Int = try object.value("number")
    let next: [BackwardsList] = try object.value("data.next", default: [])
    depth = 1 + (next.first?.depth ?? 0)
    sum = number + (next.first?.sum ?? 0)
  }
}

/// Asks in the document's order.
private struct Forwards: ImmutableMappable {
  let depth: Int

  init(from object: inout ObjectReader) throws {
    let _: String = try object.value("text")
    let next: Forwards? = try object.value("next")
    let _: Int = try object.value("number")
    depth = 1 + (next?.depth ?? 0)
  }
}

/// A value, and what it took to find its members.
private struct Measured<Value: ImmutableMappable>: MappableValue {
  let value: Value
  /// How many bytes have been skipped to find out where values end.
  let skippedCount: Int

  static func decode(from reader: inout JSONReader) throws -> Measured {
    let value = try reader.decode(Value.self)
    let skipped = reader.session?.pointee.records?.skipped
    return Measured(value: value, skippedCount: skipped?.skippedCount ?? 0)
  }

  func encode(to writer: inout JSONWriter) throws { writer.encodeNull() }
}

struct ImmutableNestingTests {
  /// - Parameters:
  ///   - opening: what comes before the next level.
  ///   - closing: what comes after it.
  private static func document(_ depth: Int, _ opening: String, _ closing: String) -> String {
    let text = "\"text\":\"\(String(repeating: "text ", count: 20))\","
    return String(repeating: "{\(text)\(opening)", count: depth - 1)
      + "{\(text)\"number\":1}" + String(repeating: "\(closing),\"number\":1}", count: depth - 1)
  }

  @Test(
    arguments: [100, 400],
    [Mapper.DuplicateKeys.reject, .last])
  func membersOutOfOrderTakeLinearWork(_ depth: Int, _ duplicates: Mapper.DuplicateKeys) throws {
    let json = Self.document(depth, "\"next\":", "")
    var mapper = Mapper()
    mapper.duplicateKeys = duplicates
    let measured = try Measured<Backwards>.decode(from: json, using: mapper)
    #expect(measured.value.depth == depth)
    #expect(measured.value.sum == depth)
    // Each level on its own would be half of depth × size.
    #expect(measured.skippedCount > json.utf8.count / 2)
    #expect(measured.skippedCount < json.utf8.count * 3)
  }

  @Test func membersOutOfOrderAreFoundAtAnyDepth() throws {
    for depth in [1, 2, 3, 4, 5, 8, 16, 32] + Array(60...68) {
      let json = Self.document(depth, "\"next\":", "")
      let measured = try Measured<Backwards>.decode(from: json)
      #expect(measured.value.depth == depth)
      #expect(measured.value.sum == depth)
      #expect(measured.skippedCount < json.utf8.count * 3)
    }
  }

  @Test func membersOutOfOrderInListsAtKeyPathsTakeLinearWork() throws {
    let depth = 160
    let json = Self.document(depth, "\"data\":{\"next\":[", "]}")
    let measured = try Measured<BackwardsList>.decode(from: json)
    #expect(measured.value.depth == depth)
    #expect(measured.value.sum == depth)
    #expect(measured.skippedCount < json.utf8.count * 3)
  }

  @Test func nothingIsSkippedInTheOrderOfTheDocument() throws {
    let json = Self.document(400, "\"next\":", "")
    let measured = try Measured<Forwards>.decode(from: json)
    #expect(measured.value.depth == 400)
    #expect(measured.skippedCount == 0)
  }

  @Test func malformedValuesAreFoundWhereEndsAreRecorded() {
    let json = Self.document(200, "\"next\":", "")
    for length in stride(from: json.utf8.count / 2, to: json.utf8.count, by: 97) {
      let error = mappingError { try Backwards.decode(from: String(json.prefix(length))) }
      #expect(error?.code == .unexpectedEnd)
    }
    let broken = json.replacing("1},", with: "1},,", maxReplacements: 1)
    #expect(mappingError { try Backwards.decode(from: broken) }?.code == .unexpectedCharacter)
  }

  @Test(arguments: [1, 2, 4, 66])
  func malformedValuesAreFoundWhereTreesFindThem(_ depth: Int) {
    let document = [UInt8](Self.document(depth, "\"next\":", "").utf8)
    for index in stride(from: 0, to: document.count, by: depth > 4 ? 13 : 1) {
      var broken = document
      broken[index] = 1
      for json in [Array(document[..<index]), broken] {
        let error = mappingError { try Backwards.decode(from: json) }
        let expected = mappingError { try JSONValue.decode(from: json) }
        #expect(error?.code == expected?.code && error?.byteOffset == expected?.byteOffset)
        #expect(error != nil)
      }
    }
  }
}

import MirrorMap
import Testing

@testable import TestSupport

private final class Chain: Mappable {
  @Mapped("n") var next: Chain?
  @Mapped("k") var children: [Chain]?
}

private struct Twice: Mappable {
  @Mapped("n") var one: [Twice]?
  @Mapped("other", "n") var two: [Twice]?
}

/// Nesting that a document may have, and a stack may not.
struct StackGuardTests {
  private static let pressed = "more than the thread's stack has room for"

  private static func nested(_ open: String, _ close: String, _ depth: Int) -> String {
    String(repeating: open, count: depth) + "{}" + String(repeating: close, count: depth)
  }

  /// A small stack ends recursion with an error; a large one lets the same document pass.
  @Test(arguments: [#"{"n":"#, #"{"k":["#])
  func modelsInModelsUsedToExhaustSmallStacks(open: String) {
    let close = open.hasSuffix("[") ? "]}" : "}"
    let text = Self.nested(open, close, open.hasSuffix("[") ? 250 : 500)
    let decode = { @Sendable () -> String in errorText { try Chain.decode(from: text) } }
    #expect(onAnotherThread(stackSize: 1 << 18, decode).contains(Self.pressed))
    #expect(onAnotherThread(stackSize: 1 << 24, decode) == "no error")
  }

  @Test func treesUsedToExhaustSmallStacks() {
    let text = Self.nested("[", "]", 500)
    let decode = { @Sendable () -> String in errorText { try JSONValue.decode(from: text) } }
    #expect(["no error"].contains(onAnotherThread(stackSize: 1 << 24, decode)))
    let small = onAnotherThread(stackSize: 1 << 18, decode)
    #expect(small == "no error" || small.contains(Self.pressed))
  }

  @Test func skippingAndTokensNeedNoStack() {
    let text = #"{"ignored":"# + Self.nested("[", "]", 500) + "}"
    #expect(
      onAnotherThread(stackSize: 1 << 18) { errorText { try Chain.decode(from: text) } }
        == "no error")
  }

  @Test func objectsInACircleUsedToBeWrittenWithoutEnd() {
    let chain = Chain()
    chain.next = chain
    let text = errorText { try chain.encode() }
    #expect(text.contains("expected less nesting, found more than the depth limit allows"))
    #expect(text.contains("(Chain.next)"))
    chain.next = nil
  }

  @Test func writingChecksTheStackToo() throws {
    let text = Self.nested(#"{"n":"#, "}", 400)
    let result = onAnotherThread(stackSize: 1 << 24) {
      errorText {
        let chain = try Chain.decode(from: text)
        let box = Unchecked(chain)
        let small = onAnotherThread(stackSize: 1 << 18) { errorText { try box.value.encode() } }
        #expect(small == "no error" || small.contains("less nesting"))
        #expect(try chain.encodeString() == text)
      }
    }
    #expect(result == "no error")
  }

  private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  @Test func valuesReadByTwoPropertiesUsedToTakeExponentialTime() throws {
    #expect(try Twice.decode(from: #"{"n":[{"n":[{}]}]}"#).two?.first?.one?.count == 1)
    let text = String(repeating: #"{"n":["#, count: 60) + String(repeating: "]}", count: 60)
    #expect(
      errorText { try Twice.decode(from: text) }
        .contains("found more values that several properties read than the limit allows"))
  }

  @Test func failedAttemptUsedToConsumeItsValue() throws {
    #expect(try [Lenient].decode(from: #"[1, 1.5, "x", 2]"#).map(\.number) == [1, 1.5, nil, 2])
  }

  private struct Lenient: MappableValue {
    let number: Double?
    static func decode(from reader: inout JSONReader) throws -> Lenient {
      if let whole = try? reader.decode(Int.self) { return Lenient(number: Double(whole)) }
      if let number = try? reader.decode(Double.self) { return Lenient(number: number) }
      try reader.skipValue()
      return Lenient(number: nil)
    }
    func encode(to writer: inout JSONWriter) throws { try writer.encode(number) }
  }
}

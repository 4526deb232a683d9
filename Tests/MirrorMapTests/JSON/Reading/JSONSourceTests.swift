import Foundation
import MirrorMap
import Testing

@testable import TestSupport

struct JSONSourceTests {
  private struct Wrapped: JSONSource {
    var bytes: [UInt8]
    func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
      try bytes.withUnsafeBytes(body)
    }
  }

  @Test func allKindsOfSourcesAreReadAlike() throws {
    let text = #"["é", "中文", "x"]"#
    let expected = ["é", "中文", "x"]
    let padded = "xx" + text + "yy"
    let bytes = Array(text.utf8)
    #expect(try [String].decode(from: text) == expected)
    #expect(try [String].decode(from: padded.dropFirst(2).dropLast(2)) == expected)
    #expect(try [String].decode(from: bytes) == expected)
    #expect(try [String].decode(from: ([0, 0] + bytes + [0]).dropFirst(2).dropLast()) == expected)
    #expect(try [String].decode(from: Data(bytes)) == expected)
    #expect(try [String].decode(from: Wrapped(bytes: bytes)) == expected)
    #expect(try bytes.withUnsafeBytes { try [String].decode(from: $0) } == expected)
    #expect(try [String].decode(from: NSString(string: text) as String) == expected)
  }

  @Test func sliceOfDataIsReadFromItsOwnStartToItsOwnEnd() throws {
    let slice = Data("[1,2]xx[3,4]yy".utf8)[7..<12]
    #expect(slice.startIndex == 7)
    #expect(try [Int].decode(from: slice) == [3, 4])
    try JSONTokenizer.tokenize(slice) { tokenizer in
      let token = try tokenizer.next()
      #expect(token?.range == 0..<1)
    }
    #expect(
      errorText { try [Bool].decode(from: slice) }
        == "$[0]: expected Bool, found a number (line 1, column 2)")
  }

  @Test func emptySourceIsAnUnexpectedEnd() {
    let expected = "$: expected a value, found the end of the input (line 1, column 1)"
    #expect(errorText { try Int.decode(from: Data()) } == expected)
    #expect(errorText { try Int.decode(from: [UInt8]()) } == expected)
    #expect(errorText { try Int.decode(from: "") } == expected)
    #expect(errorText { try Int.decode(from: Data([1, 2])[1..<1]) } == expected)
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    #expect(errorText { try Int.decode(from: none) } == expected)
    #expect(
      errorText { try ValueIgnorer.decode(from: none) }
        == "$: expected a value, found the end of the input (line 1, column 1)")
    #expect(errorText { try JSONTokenizer.tokenize(none) { try $0.next() } } == expected)
    #expect(errorText { try JSONValue.decode(from: none, at: "a.b") } == expected)
  }

  @Test func fileIsASourceAndAMissingOneAnError() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data("[1]".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(try [Int].decode(contentsOf: url) == [1])
    let missing = url.appendingPathExtension("missing")
    do {
      _ = try [Int].decode(contentsOf: missing)
      Issue.record("a file that is not there was read")
    } catch let error as MappingError {
      #expect(error.code == .unreadableSource)
      #expect(error.underlying != nil)
      #expect("\(error)".hasPrefix("the file \(missing.path) cannot be read: "))
    }
  }
}

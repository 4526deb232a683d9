import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// JSON-RPC 2.0: requests and notifications, results or errors, and batches.
struct JSONRPCStyleTests {
  enum Version: String, MappableValue { case two = "2.0" }

  /// A number, a string, or, if the request couldn't be read, `null`.
  enum ID: MappableValue, Hashable {
    case number(Int)
    case text(String)
    case null

    static var acceptsNull: Bool { true }

    static func decode(from reader: inout JSONReader) throws -> ID {
      switch reader.nextKind {
      case .string: return .text(try reader.decode())
      case .null:
        try reader.decodeNull()
        return .null
      default: return .number(try reader.decode())
      }
    }

    func encode(to writer: inout JSONWriter) throws {
      switch self {
      case .number(let number): try writer.encode(number)
      case .text(let text): try writer.encode(text)
      case .null: writer.encodeNull()
      }
    }
  }

  /// A request without an id is a notification.
  struct Request: Mappable, Equatable {
    @Mapped("jsonrpc") var version: Version
    @Mapped var method: String
    @Mapped var params: JSONValue?
    @Mapped var id: ID?
  }

  struct Fault: Mappable, Equatable {
    @Mapped var code: Int
    @Mapped var message: String
    @Mapped var data: JSONValue?
  }

  struct Response<Result: MappableValue & Equatable>: Mappable, Equatable, DecodeCompleting {
    @Mapped("jsonrpc") var version: Version
    @Mapped var result: Result?
    @Mapped("error") var fault: Fault?
    @Mapped var id: ID

    func didDecode(in context: MappingContext) throws {
      guard ($result.presence == .absent) != (fault == nil) else {
        throw MappingError(expected: "either a result or an error")
      }
    }
  }

  /// One message, or an array of messages.
  struct Batch<Message: MappableValue & Equatable>: MappableValue, Equatable {
    var messages: [Message]
    var isSingle = false

    static func decode(from reader: inout JSONReader) throws -> Batch {
      reader.nextKind == .array
        ? Batch(messages: try reader.decode())
        : Batch(messages: [try reader.decode()], isSingle: true)
    }

    func encode(to writer: inout JSONWriter) throws {
      if isSingle { try writer.encode(messages[0]) } else { try writer.encode(messages) }
    }
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"add","params":[1,2],"id":1}"#,
    #"[{"jsonrpc":"2.0","method":"log","params":{"text":"hi"}},{"jsonrpc":"2.0","method":"quit","id":"q"}]"#,
  ])
  func requestsAreWrittenAsTheyWereRead(_ text: String) throws {
    let batch = try Batch<Request>.decode(from: text)
    #expect(try batch.encodeString() == text)
    #expect(try Batch<Request>.decode(from: batch.encode()) == batch)
  }

  @Test func notificationsHaveNoID() throws {
    let notification = try Request.decode(from: #"{"jsonrpc": "2.0", "method": "log"}"#)
    #expect(notification.id == nil && notification.params == nil)
  }

  @Test func responsesHaveAResultOrAnError() throws {
    let batch = try Batch<Response<[Int]>>.decode(
      from: #"""
        [{"jsonrpc": "2.0", "result": [3], "id": 1},
         {"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid", "data": {"at": 0}},
          "id": null}, {"jsonrpc": "2.0", "result": null, "id": "q"}]
        """#)
    #expect(batch.messages[0].result == [3] && batch.messages[0].id == .number(1))
    #expect(batch.messages[1].fault?.code == -32600 && batch.messages[1].id == .null)
    #expect(batch.messages[2].$result.presence == .null)
    #expect(try Batch<Response<[Int]>>.decode(from: batch.encode()) == batch)
  }

  @Test func wrongDocuments() {
    #expect(
      errorText { try Request.decode(from: #"{"jsonrpc": "1.0", "method": "add"}"#) }
        == """
        $.jsonrpc: expected a raw value of Version, found one that it does not have \
        (line 1, column 13, Request.version)
        """)
    #expect(
      errorText {
        try Batch<Response<Int>>.decode(
          from: #"[{"jsonrpc": "2.0", "id": 1}]"#)
      }
        == "$[0]: expected either a result or an error (line 1, column 2, Response<Int>)")
    #expect(
      errorText {
        try Response<Int>.decode(
          from: #"{"jsonrpc": "2.0", "id": [1], "result": 2}"#)
      }
        == "$.id: expected Int, found an array (line 1, column 26, Response<Int>.id)")
  }
}

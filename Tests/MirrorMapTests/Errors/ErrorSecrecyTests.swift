import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private enum Level: String, MappableValue { case low, high }

private struct Vault: Mappable {
  @Mapped var number: Int?
  @Mapped var small: Int8?
  @Mapped var decimal: Decimal?
  @Mapped var flag: Bool?
  @Mapped var list: [Int]?
  @Mapped var map: [String: Int]?
  @Mapped var text: String?
  @Mapped var level: Level?
  @Mapped var url: URL?
  @Mapped var uuid: UUID?
  @Mapped var data: Data?
  @Mapped var date: Date?
  @Mapped(transform: .base64URL) var token: Data?
  @Mapped(transform: .url) var link: URL?
  @Mapped(transform: .iso8601) var time: Date?
  @Mapped(transform: .unixSeconds) var unix: Date?
  @Mapped(transform: HexNumber()) var hex: Int?
  @Mapped var child: [Vault] = []
  @Mapped("a", "b") var alternative: Int?
  @Mapped("path.1.x") var nested: Bool?
}

struct ErrorSecrecyTests {
  private static let secret = "hunter2 swordfish"

  private static let members = [
    "number", "small", "decimal", "flag", "list", "map", "level", "url", "uuid", "data", "date",
    "token", "link", "time", "unix", "hex", "child", "a", "b",
  ]

  @Test(arguments: members)
  func valuesOfTheWrongTypeOrFormAreNotShown(_ key: String) throws {
    let json = #"{"text":"\#(Self.secret)","\#(key)":"\#(Self.secret)"}"#
    let error = try #require(mappingError { try Vault.decode(from: json) })
    try expectSilence(error)
  }

  @Test(arguments: [
    #"{"text":"hunter2 swordfish"#, #"{"text":"hunter2 swordfish" "x"}"#,
    #"{"text":"hunter2 swordfish\q"}"#, "{\"text\":\"hunter2 swordfish\u{1}\"}",
    #"{"x":"hunter2 swordfish",}"#, #"{"text":"hunter2 swordfish"} hunter2 swordfish"#,
    #"{"list":[1,hunter2 swordfish]}"#, #"{"text":"hunter2 swordfish","text":""}"#,
    #"{"path":[0,{"x":"hunter2 swordfish"}]}"#, #"{"map":{"k":"hunter2 swordfish"}}"#,
    #"{"list":["hunter2 swordfish"]}"#, #"{"child":[{"hex":"hunter2 swordfish"}]}"#,
    #""hunter2 swordfish""#, #"["hunter2 swordfish"]"#, "hunter2 swordfish",
    #"{"text":"hunter2 swordfish\ud800"}"#,
  ])
  func brokenDocumentsAreNotShown(_ json: String) throws {
    let error = try #require(mappingError { try Vault.decode(from: json) })
    try expectSilence(error)
  }

  @Test(arguments: ["small", "number", "decimal", "flag", "level", "unix", "date", "list"])
  func numbersAreNotShown(_ key: String) throws {
    let number = "31415926535897932384626433832795028841971.5e400"
    let error = try #require(mappingError { try Vault.decode(from: #"{"\#(key)":\#(number)}"#) })
    #expect(!"\(error)".contains("3141"))
    #expect(!String(reflecting: error).contains("3141"))
    #expect(!error.localizedDescription.contains("3141"))
  }

  @Test func valuesThatCannotBeWrittenAreNotShown() throws {
    var vault = Vault()
    vault.text = Self.secret
    vault.date = .distantPast - 1e15
    let error = try #require(mappingError { try vault.encode() })
    #expect("\(error)" == "$.date: the date is out of the range of ISO 8601 (Vault.date)")
    try expectSilence(error)
  }

  @Test func foundationObjectsAreNotShown() throws {
    let error = try #require(
      mappingError { try Vault.decode(fromObject: ["text": Self.secret, "number": Self.secret]) })
    try expectSilence(error)
    let unsupported = try #require(
      mappingError { try Vault.decode(fromObject: ["text": Substring(Self.secret), "x": Date()]) })
    try expectSilence(unsupported)
  }

  private func expectSilence(_ error: MappingError) throws {
    for text in ["\(error)", String(reflecting: error), error.localizedDescription] {
      #expect(!text.contains("hunter2"), "\(text)")
      #expect(!text.contains("swordfish"), "\(text)")
    }
    #expect(error.found?.contains("hunter2") != true)
    #expect(error.expected?.contains("hunter2") != true)
  }
}

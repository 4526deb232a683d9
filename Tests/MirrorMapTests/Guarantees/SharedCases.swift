import Foundation
import Testing

/// The cases in the folder beside the repository, if it exists.
enum SharedCases {
  struct Case: CustomTestStringConvertible, Sendable {
    var suite: String
    var expectation: String
    var name: String
    var bytes: [UInt8]
    var testDescription: String { "\(suite): \(name)" }
  }

  /// The lines of a file that are no comments; none if there is no such file.
  static func lines(_ file: String) -> [Substring] {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let url = folder.deletingLastPathComponent().appending(path: "shared/conformance/\(file)")
    guard let data = try? Data(contentsOf: url) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").filter {
      !$0.hasPrefix("#")
    }
  }

  static let cases: [Case] = lines("cases.tsv").compactMap { line in
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 4, fields[3].hasPrefix("hex:") else { return nil }
    let digits = Array(fields[3].dropFirst(4).utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
    return Case(
      suite: String(fields[0]), expectation: String(fields[1]), name: String(fields[2]),
      bytes: bytes)
  }

  /// The cases whose verdict is not left open.
  static let settled = cases.filter { $0.expectation != "either" }
}

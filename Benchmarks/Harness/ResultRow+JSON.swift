import Foundation

extension [ResultRow] {
  /// A JSON array with one row a line: pleasant to read, to grep and to diff.
  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let rows = try map { "  " + String(decoding: try encoder.encode($0), as: UTF8.self) }
    return Data(("[\n" + rows.joined(separator: ",\n") + "\n]\n").utf8)
  }
}

import Foundation

/// The document in the file of a ``FileStorage``:
///
///     {"format": 1, "entities": {"Employee": [{"id": 1, "name": "Ann"}]}}
///
/// Other members, and entities that haven't been opened, stay as they are.
struct StoreDocument {
  /// The arrays of rows by the names of their entities.
  var entities: JSONObject = [:]
  private var members: JSONObject = ["format": 1, "entities": .null]

  /// Makes a document without entities.
  init() {}

  /// Reads a document.
  ///
  /// - Throws: ``StoreError`` with code `.notAStore`, `.damaged` or `.newerFormat`.
  init(_ data: Data) throws {
    do {
      members = try JSONObject.decode(from: data)
    } catch {
      // What was once written by a storage begins as its documents do.
      throw data.starts(with: Data(#"{"format":"#.utf8))
        ? StoreError(.damaged, "the file is damaged: \(error)", underlying: error)
        : StoreError(.notAStore, "the file isn't the JSON of a store", underlying: error)
    }
    guard let format = members["format"]?.number?.int, format > 0 else {
      throw StoreError(.notAStore, "the file is JSON, but not of a store")
    }
    guard format == 1 else {
      throw StoreError(.newerFormat, "the file has format \(format), which is newer than 1")
    }
    guard let entities = members["entities"]?.object,
      entities.values.allSatisfy({ $0.array?.allSatisfy { $0.object != nil } ?? false })
    else { throw StoreError(.damaged, "the file has no lists of rows") }
    self.entities = entities
    members["entities"] = .null
  }

  /// The document as bytes.
  func encode() throws -> Data {
    var members = members
    members["entities"] = .object(entities)
    return try JSONValue.object(members).encode()
  }
}

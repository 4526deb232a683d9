import Foundation
import MirrorMap

/// What has to be the same about an error that a decoder or an encoder throws.
struct CodableFailure: Equatable, CustomStringConvertible {
  let description: String

  /// Whether the error was created by the type that was decoded, not by the decoder.
  let isFromType: Bool

  /// Whether the coder's own error has a `MappingError` as its cause, which says where in the
  /// document it happened if there is one.
  let hasPlace: Bool

  init(_ error: any Error) {
    if case EncodingError.invalidValue(let value, let context)? = error as? EncodingError {
      let path = context.codingPath.map(Self.text).joined(separator: " / ")
      let isFromType = Self.messagesOfTypes.contains { context.debugDescription.hasPrefix($0) }
      description =
        "invalidValue \(type(of: value)) at \(path)"
        + (isFromType ? " (\(context.debugDescription))" : "")
      self.isFromType = isFromType
      hasPlace = context.underlyingError is MappingError
      return
    }
    guard let error = error as? DecodingError else {
      // Until it leaves `decode`, an error about a number's range is an internal one.
      guard String(reflecting: type(of: error)) != Self.internalError else {
        (description, isFromType, hasPlace) = ("dataCorrupted at ", false, false)
        return
      }
      description = "\(type(of: error)): \(error)"
      (isFromType, hasPlace) = (true, false)
      return
    }
    let context: DecodingError.Context
    var text: String
    switch error {
    case .typeMismatch(let type, let found): (text, context) = ("typeMismatch \(type)", found)
    case .valueNotFound(let type, let found): (text, context) = ("valueNotFound \(type)", found)
    case .keyNotFound(let key, let found):
      (text, context) = ("keyNotFound \(Self.text(key))", found)
    case .dataCorrupted(let found): (text, context) = ("dataCorrupted", found)
    @unknown default: (text, context) = ("\(error)", .init(codingPath: [], debugDescription: ""))
    }
    text += " at " + context.codingPath.map(Self.text).joined(separator: " / ")
    isFromType = Self.messagesOfTypes.contains { context.debugDescription.hasPrefix($0) }
    if isFromType { text += " (\(context.debugDescription))" }
    description = text
    let place = context.underlyingError as? MappingError
    hasPlace = place?.line != nil && place?.column != nil
  }

  static func == (left: CodableFailure, right: CodableFailure) -> Bool {
    left.description == right.description
  }

  /// Whether a failure is the same but for keys that are missing in its path.
  func hasKeys(of other: CodableFailure) -> Bool {
    var keys = description.components(separatedBy: " at ").joined(separator: " / ")
      .components(separatedBy: " / ")[...]
    let others = other.description.components(separatedBy: " at ").joined(separator: " / ")
      .components(separatedBy: " / ")
    return others.allSatisfy { key in
      guard let place = keys.firstIndex(of: key) else { return false }
      keys = keys[(place + 1)...]
      return true
    }
  }

  /// A key, with its type unless that is one of the decoder's own.
  static func text(_ key: any CodingKey) -> String {
    let type = String(reflecting: type(of: key))
    let isInternal = ["Foundation", "MirrorMap.", "Swift."].contains { type.hasPrefix($0) }
    let index = key.intValue.map { "[\($0)]" } ?? ""
    return (isInternal ? "" : "\(type).") + "\(key.stringValue)\(index)"
  }

  private static let internalError = "FoundationEssentials.JSONError"

  /// How the messages begin of errors that types create themselves: those of these tests ("own"),
  /// of the standard library and of synthesized and Foundation's initializers.
  private static let messagesOfTypes = [
    "own", "Cannot initialize", "Attempted to decode", "Invalid number of keys",
    "Could not convert",
  ]
}

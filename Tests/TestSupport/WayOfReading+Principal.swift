import MirrorMap

/// The distinct readers.
extension WayOfReading {
  static let principal = [
    tokens, tree, skipping, element, mapped, ignored, firstLoses, lastLoses, viewed,
  ]

  /// ``JSONTokenizer``, all tokens pulled.
  static let tokens = WayOfReading("tokens") {
    try JSONTokenizer.tokenize($0) { while try $0.next() != nil {} }
  }

  static let tree = WayOfReading("tree") { _ = try JSONValue.decode(from: $0) }

  /// `JSONReader.skipValue` on the whole document.
  static let skipping = WayOfReading("skipping") { _ = try SkippedValue.decode(from: $0) }

  static let element = WayOfReading("element", "[?]") { _ = try [JSONValue].decode(from: $0) }

  static let mapped = WayOfReading("mapped", #"{"held":?}"#) {
    _ = try ValueHolder.decode(from: $0)
  }

  /// The value of an unmapped key.
  static let ignored = WayOfReading("ignored", #"{"held":?}"#) {
    _ = try ValueIgnorer.decode(from: $0)
  }

  /// The first of two equal keys, where the last one counts.
  static let firstLoses = WayOfReading("firstLoses", #"{"held":?,"held":0}"#) {
    _ = try ValueHolder.decode(from: $0, using: .lastCounts)
  }

  /// The last of two equal keys, where the first one counts.
  static let lastLoses = WayOfReading("lastLoses", #"{"held":0,"held":?}"#) {
    _ = try ValueHolder.decode(from: $0, using: .firstCounts)
  }

  /// A view, which validates without reading.
  static let viewed = WayOfReading("viewed") { _ = try JSONView(BorrowedSource(bytes: $0)) }
}

extension Mapper {
  static let firstCounts = with { $0.duplicateKeys = .first }
  static let lastCounts = with { $0.duplicateKeys = .last }
  static let lenient = with { $0.failurePolicy = .lenient }
  static let lossy = with { $0.failurePolicy = .lossy }
  static let bending = with { $0.coercion = .lenient }
  static let ignoringCase = with { $0.keyStrategy = .caseInsensitive }
}

struct ValueHolder: Mappable {
  @Mapped("held") var held: JSONValue
}

struct ValueIgnorer: Mappable {
  @Mapped("other") var other: Int?
}

/// Borrowed bytes, for views that don't outlive them.
struct BorrowedSource: JSONSource, @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer

  func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(bytes)
  }
}

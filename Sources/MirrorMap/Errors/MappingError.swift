/// Why a document could not be mapped, and where.
///
/// An error is one reference wide, so that functions which throw it cost nothing when they do not.
/// Where something went wrong is kept as a byte offset; path, line and column are worked out from
/// it once, when the error leaves the library.
///
/// ```swift
/// do {
///   _ = try [Int].decode(from: "[1, 2, true]")
/// } catch let error as MappingError {
///   error.code         // .typeMismatch
///   error.path         // $[2]
///   error.byteOffset   // 7
///   error.description  // "$[2]: expected Int, found a boolean (line 1, column 8)"
/// }
/// ```
///
/// Texts hold no values of the document, only its keys: they may be logged.
/// ``Mapper/errorSnippetLength`` makes them quote it.
public struct MappingError: Error, Sendable {
  /// All that is known of a failure. A copy is made before each change, so that errors are values.
  struct Details: Sendable {
    var code: Code
    var byteOffset: Int?
    /// Keys to be added to the path that `byteOffset` leads to: a key that is missing has no bytes.
    var missing: [JSONPath.Component] = []
    var expected: String?
    var found: String?
    var model: String?
    var property: String?
    var underlying: (any Error)?
    var path: JSONPath = JSONPath()
    var line: Int?
    var column: Int?
    var snippet: String?
    /// What had been updated before the failure.
    var updated: [String] = []
    /// Whether path, line and column have been worked out.
    var isLocated = false
    /// Whether the error is among a report's issues already.
    var isReported = false
    /// Where the failed value is, if it has been read to its end in spite of the failure.
    var readRange: Range<Int>?
  }

  private final class Storage: Sendable {
    let details: Details
    init(_ details: Details) { self.details = details }
  }

  private var storage: Storage

  /// The details behind the public properties.
  var details: Details {
    get { storage.details }
    set { storage = Storage(newValue) }
  }

  @inline(never)
  init(_ details: Details) { storage = Storage(details) }

  /// Makes an error of a user's own, to be thrown from a transform or a value's `decode`.
  ///
  /// - Parameters:
  ///   - code: what kind of failure it is, `.invalidValue` unless told otherwise.
  ///   - expected: what would have been right, such as `"a colour name"`.
  ///   - found: what was there instead; it appears in the error's text.
  ///
  /// ```swift
  /// throw MappingError(expected: "an even number", found: "an odd one")
  /// ```
  public init(_ code: Code = .invalidValue, expected: String? = nil, found: String? = nil) {
    self.init(Details(code: code, expected: expected, found: found))
  }
}

extension MappingError {
  /// What kind of failure it is.
  public var code: Code { details.code }

  /// Where in the document, from its root: `$.items[3].user.name`.
  public var path: JSONPath { details.path }

  /// The offset of the byte at which the failure was noticed, or where the failing value begins.
  public var byteOffset: Int? { details.byteOffset }

  /// The line of `byteOffset`, the first one being 1.
  public var line: Int? { details.line }

  /// The column of `byteOffset` in Unicode scalars, the first one being 1.
  public var column: Int? { details.column }

  /// The document around `byteOffset`, on one line; nil unless ``Mapper/errorSnippetLength`` asks
  /// for it. It appears in the error's text.
  public var snippet: String? { details.snippet }

  /// What would have been right.
  public var expected: String? { details.expected }

  /// What was there instead. The kind of value, never its text.
  public var found: String? { details.found }

  /// The name of the model that was being mapped.
  public var model: String? { details.model }

  /// The name of the property that was being mapped.
  public var property: String? { details.property }

  /// The properties that an update had changed before it failed: of an object, as a struct that
  /// cannot be updated stays as it was. Properties inside are paths such as `"address.street"`.
  public var updatedProperties: [String] { details.updated }

  /// The error that a transform or another piece of the user's code threw.
  public var underlying: (any Error)? { details.underlying }
}

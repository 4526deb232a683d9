/// The reason why a document can't be mapped, and the position of the failure.
///
/// An error is the size of one reference, so a function that can throw it has no extra cost when it succeeds.
/// It stores a byte offset; the path, line, and column are computed once, when the error leaves the
/// library.
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
/// The text has only keys of the document, not values, so it can be logged.
/// ``Mapper/errorSnippetLength`` adds a part of the document.
public struct MappingError: Error, Sendable {
  /// The details of a failure. Copies of an error share them until one is changed.
  struct Details: Sendable {
    var code: Code
    var byteOffset: Int?
    /// Steps to append to the path of `byteOffset`: to a missing key, which has no bytes, or to the part of a value that
    /// the error's author names.
    var subpath: [JSONPath.Component] = []
    /// Key paths that are missing as well, each of which would have been as good.
    var alternatives: [String] = []
    var expected: String?
    var found: String?
    var model: String?
    var property: String?
    var underlying: (any Error)?
    var path: JSONPath = JSONPath()
    var line: Int?
    var column: Int?
    var snippet: String?
    /// The properties that had been updated before the failure.
    var updated: [String] = []
    /// Whether the path, line, and column have been computed.
    var isLocated = false
    /// Whether the error is already one of a report's issues.
    var isReported = false
    /// What went wrong in the failed value without ending its decoding. Only a Codable value keeps it here.
    var issues: [MappingError] = []
    /// The bytes of the failed value, if it was read to its end nevertheless.
    var readRange: Range<Int>?
  }

  private var storage: CopyOnWrite<Details>

  /// The details behind the public properties.
  var details: Details {
    get { storage.value }
    _modify { yield &storage.value }
  }

  init(_ details: consuming Details) { storage = CopyOnWrite(details) }

  /// The error with other details.
  consuming func with(_ change: (inout Details) -> Void) -> MappingError {
    change(&details)
    return self
  }

  /// Makes the error for whatever a value's own code has thrown; its position, if it has none yet.
  ///
  /// An error that was already located belongs to another document and becomes the cause.
  @inline(never) @usableFromInline
  init(wrapping error: any Error, at byteOffset: Int? = nil) {
    if let error = error.asMappingError, !error.details.isLocated {
      self = error
    } else {
      self.init(Details(code: .custom, underlying: error))
    }
    if let byteOffset, details.byteOffset == nil, code != .declaration {
      details.byteOffset = byteOffset
    }
  }

  /// Makes the error of a declaration that can't be mapped.
  ///
  /// - Parameters:
  ///   - model: The model's type.
  ///   - property: The property that is wrong, if it's a property.
  ///   - cause: The cause, to follow the name and a colon.
  @inline(never)
  static func declaration(_ model: String, _ property: String?, _ cause: String) -> MappingError {
    let name = property.map { "\(model).\($0)" } ?? model
    return MappingError(
      Details(
        code: .declaration, expected: "\(name) cannot be mapped: \(cause)", model: model,
        property: property))
  }
}

extension Error {
  /// The error as a ``MappingError``, if it is one. Comparing the types takes less time than a cast.
  var asMappingError: MappingError? {
    Self.self == MappingError.self
      ? identical(self, as: MappingError.self) : self as? MappingError
  }
}

extension MappingError {
  /// The kind of failure.
  public var code: Code { details.code }

  /// The path from the document's root, such as `$.items[3].user.name`.
  public var path: JSONPath { details.path }

  /// The offset of the byte where the failure was detected, or where the failed value begins.
  public var byteOffset: Int? { details.byteOffset }

  /// The line of `byteOffset`, the first one being 1.
  public var line: Int? { details.line }

  /// The column of `byteOffset` in Unicode scalars, the first one being 1.
  public var column: Int? { details.column }

  /// The document around `byteOffset`, on one line; nil unless ``Mapper/errorSnippetLength`` is
  /// set. It appears in the error's text.
  public var snippet: String? { details.snippet }

  /// What would have been right.
  public var expected: String? { details.expected }

  /// What was found instead: the kind of value, never its text.
  public var found: String? { details.found }

  /// The name of the model that was being mapped.
  public var model: String? { details.model }

  /// The name of the property that was being mapped.
  public var property: String? { details.property }

  /// The properties of an object that an update had changed before it failed. (A struct stays
  /// unchanged.) They are in the order of their declaration, followed by those inside of the value that failed, whose
  /// names are paths such as `"address.street"`.
  public var updatedProperties: [String] { details.updated }

  /// The error that a transform or another piece of the user's code threw.
  public var underlying: (any Error)? { details.underlying }
}

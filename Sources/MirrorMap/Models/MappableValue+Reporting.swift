import EssentialFoundation

extension MappableValue {
  /// Decodes as much as possible, and reports everything that is wrong instead of only the first
  /// failure.
  ///
  /// A failure stops at the nearest optional, default, or lossy collection; see ``FailurePolicy``.
  /// If nothing stops it, there is no value, but the rest is still read for more issues. Malformed
  /// JSON ends the reading.
  ///
  /// ```swift
  /// let report = User.decodeReporting(from: #"{"id": "x", "email": 7, "tags": [1]}"#)
  /// report.value       // nil: id is required
  /// report.issues      // $.id: expected Int, found a string …, $.email …, $.tags[0] …
  /// ```
  ///
  /// - Parameters:
  ///   - source: The document: `Data`, `[UInt8]`, `String`, or another ``JSONSource``.
  ///   - keyPath: Where in the document the value is; nil for the whole document.
  ///   - delimiter: The separator of the key path's steps.
  ///   - mapper: Options. A strict failure policy becomes a lenient one, including that of a
  ///     property.
  ///   - context: Values for transforms.
  /// - Complexity: O(n) in the document's size and the number of issues.
  @inlinable
  public static func decodeReporting(
    from source: some JSONSource, at keyPath: String? = nil, delimiter: String = ".",
    using mapper: Mapper = .default, context: MappingContext = .none
  ) -> MappingReport<Self> {
    source.withBytes { bytes in
      var session = MappingSession(mapper: mapper, context: context, isReporting: true)
      do throws(MappingError) {
        let value = try DocumentReading.read(
          bytes, at: MappedKey.steps(to: keyPath, delimiter), &session,
          ifAbsent: noneValue,
          Self.collectModels
        ) { (reader) throws(MappingError) in
          try reader.decode(Self.self)
        }
        return MappingReport(value: value, issues: session.issues)
      } catch {
        return MappingReport(value: nil, issues: session.issues(with: error))
      }
    }
  }

  /// Decodes as much as possible of a file, and reports everything that is wrong.
  ///
  /// - Parameters:
  ///   - url: The file's URL.
  ///   - keyPath: Where in the document the value is; nil for the whole document.
  ///   - delimiter: The separator of the key path's steps.
  ///   - mapper: Options.
  ///   - context: Values for transforms.
  public static func decodeReporting(
    contentsOf url: URL, at keyPath: String? = nil, delimiter: String = ".",
    using mapper: Mapper = .default, context: MappingContext = .none
  ) -> MappingReport<Self> {
    do throws(MappingError) {
      return decodeReporting(
        from: try DocumentReading.load(url), at: keyPath, delimiter: delimiter, using: mapper,
        context: context)
    } catch {
      return MappingReport(value: nil, issues: [error])
    }
  }
}

#if Foundation
  import Foundation

  /// Dates as strings, converted by a `DateFormatter`, for other languages and calendars.
  ///
  /// The formatter decides what is a date: on many platforms that is more than its format says, such
  /// as `2021-2-3 ` for `yyyy-MM-dd`. Dates of fixed formats are better mapped by
  /// ``DateFormatTransform``, which is exact and many times as fast.
  ///
  /// ```swift
  /// @Mapped("on", transform: .date(frenchFormatter)) var on: Date
  /// ```
  public struct DateFormatterTransform: Transform {
    /// A copy that no other code can change, used by one thread at a time: not all of Foundation's
    /// formatters are thread-safe.
    private let formatter: Locked<DateFormatter>

    /// Makes a transform with a copy of a formatter; later changes of the formatter do not matter.
    public init(_ formatter: DateFormatter) {
      // A copy of a DateFormatter is one; were it none, the original would still do.
      self.formatter = Locked(formatter.copy() as? DateFormatter ?? formatter)
    }

    public func decode(_ json: String) throws -> Date {
      try formatter.withLock { formatter in pooled { formatter.date(from: json) } }.orThrow(
        MappingError(expected: "a date in the format \(format)", found: "another string"))
    }

    private var format: String { formatter.withLock { $0.dateFormat ?? "of its formatter" } }

    public func encode(_ object: Date) throws -> String {
      guard object.timeIntervalSinceReferenceDate.isFinite else {
        throw MappingError(.notEncodable, expected: "the date is not finite")
      }
      return formatter.withLock { formatter in pooled { formatter.string(from: object) } }
    }

    /// Releases what Foundation makes in `body` at once, and not at the end of a long document.
    private func pooled<R>(_ body: () -> R) -> R {
      #if canImport(ObjectiveC)
        autoreleasepool(invoking: body)
      #else
        body()
      #endif
    }
  }

  extension ValueCoding where Self == DateFormatterTransform {
    /// Dates as strings, converted by a copy of a formatter.
    public static func date(_ formatter: DateFormatter) -> DateFormatterTransform {
      DateFormatterTransform(formatter)
    }
  }
#endif

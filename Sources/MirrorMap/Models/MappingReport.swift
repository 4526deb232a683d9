/// The result of decoding a document without stopping at the first failure.
///
/// ```swift
/// let report = [User].decodeReporting(from: data)
/// for issue in report.issues { log("\(issue)") }
/// show(report.value ?? [])
/// ```
public struct MappingReport<Value> {
  /// The value, as much as could be decoded. It's nil if a failure reached the root: that of a
  /// required property, if no optional, default, or lossy collection stops it.
  public let value: Value?

  /// Everything that went wrong, in the order of the document, each with its full path.
  public let issues: [MappingError]

  @usableFromInline
  init(value: Value?, issues: [MappingError]) {
    self.value = value
    self.issues = issues
  }

  /// Whether there were no issues.
  public var isClean: Bool { issues.isEmpty }
}

extension MappingReport: Sendable where Value: Sendable {}

extension MappingReport: CustomStringConvertible {
  /// Whether there is a value, and each issue on a line of its own.
  public var description: String {
    let head = value == nil ? "no value" : "a value"
    let count = issues.count == 1 ? "1 issue" : "\(issues.count) issues"
    return ([head + ", " + count] + issues.map { "\($0)" }).joined(separator: "\n")
  }
}

/// Finds keys whatever the case of their letters; writes them as another strategy makes them.
///
/// Two properties whose keys differ in case alone cannot be told apart: that is a declaration error.
/// In a document two such keys are duplicates.
public struct CaseInsensitiveKeys: KeyStrategy {
  private let base: any KeyStrategy

  /// - Parameter base: makes the keys; names are taken as they are unless told otherwise.
  public init(_ base: any KeyStrategy = UnchangedKeys()) { self.base = base }

  public func key(for name: String) -> String { base.key(for: name) }

  public var ignoresCase: Bool { true }

  public static func == (left: CaseInsensitiveKeys, right: CaseInsensitiveKeys) -> Bool {
    left.base.isEqual(to: right.base)
  }
}

extension KeyStrategy where Self == CaseInsensitiveKeys {
  /// Keys in whatever case.
  public static var caseInsensitive: CaseInsensitiveKeys { CaseInsensitiveKeys() }

  /// Keys in whatever case, written as a strategy makes them.
  public static func caseInsensitive(_ base: any KeyStrategy) -> CaseInsensitiveKeys {
    CaseInsensitiveKeys(base)
  }
}

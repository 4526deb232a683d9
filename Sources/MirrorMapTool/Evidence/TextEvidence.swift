import Foundation
import MirrorMap

/// What is known of strings: what all of them can be read as, and which there are, if they are few.
struct TextEvidence {
  private(set) var count = 0
  /// What every string so far can be read as.
  private(set) var forms = TextForms.all
  /// The different strings; nil if there are more than ``distinctLimit``.
  private(set) var distinct: Set<String>? = []

  static let distinctLimit = 24

  mutating func add(_ token: JSONTokenizer.Token, _ tokenizer: borrowing JSONTokenizer) {
    count += 1
    if distinct == nil, forms.isEmpty { return }
    let text = tokenizer.string(of: token)
    guard distinct?.contains(text) != true else { return }
    forms = forms.of(text)
    distinct?.insert(text)
    if let distinct, distinct.count > Self.distinctLimit { self.distinct = nil }
  }

  mutating func merge(_ other: TextEvidence) {
    guard other.count > 0 else { return }
    count += other.count
    forms.formIntersection(other.forms)
    guard let ours = distinct, let theirs = other.distinct else {
      distinct = nil
      return
    }
    let all = ours.union(theirs)
    distinct = all.count > Self.distinctLimit ? nil : all
  }
}

/// What strings can be read as.
struct TextForms: OptionSet {
  let rawValue: Int

  static let url = TextForms(rawValue: 1)
  static let uuid = TextForms(rawValue: 2)
  static let date = TextForms(rawValue: 4)
  /// As `UUID` writes it.
  static let uppercase = TextForms(rawValue: 8)
  /// The formats of dates that have a transform instead of being the default; the first of those that fit is
  /// taken.
  static let dateFormats = [
    "yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd HH:mm:ss", "yyyy/MM/dd HH:mm:ss Z",
    "yyyy/MM/dd", "EEE MMM dd HH:mm:ss Z yyyy", "EEE, dd MMM yyyy HH:mm:ss zzz",
    "EEE, dd MMM yyyy HH:mm:ss Z",
  ]
  private static let transforms = dateFormats.map { DateFormatTransform.date(format: $0) }

  static func dateFormat(_ index: Int) -> TextForms { TextForms(rawValue: 16 << index) }
  static let all = TextForms(rawValue: 16 << dateFormats.count - 1)

  /// The format of all dates, if they have one.
  var dateFormat: String? {
    Self.dateFormats.indices.first { contains(Self.dateFormat($0)) }.map { Self.dateFormats[$0] }
  }

  /// Those that fit a string.
  func of(_ text: String) -> TextForms {
    var forms = self
    if contains(.url), !Self.isURL(text) { forms.remove(.url) }
    if contains(.uuid), text.utf8.count != 36 || UUID(uuidString: text) == nil {
      forms.subtract([.uuid, .uppercase])
    }
    if contains(.uppercase), text != text.uppercased() { forms.remove(.uppercase) }
    if contains(.date), (try? ISO8601Transform().decode(text)) == nil { forms.remove(.date) }
    for index in Self.dateFormats.indices where contains(Self.dateFormat(index)) {
      // A weekday and a zone are read in any spelling, but written in one.
      let isSpelled =
        text.first?.isLowercase != true
        && (!Self.dateFormats[index].hasSuffix("zzz") || text.hasSuffix("GMT"))
      if !isSpelled || (try? Self.transforms[index].decode(text)) == nil {
        forms.remove(Self.dateFormat(index))
      }
    }
    return forms
  }

  /// Whether a text is an address with a scheme in lowercase and a host, which `URL` writes as it was.
  private static func isURL(_ text: String) -> Bool {
    guard text.contains("://"), text.first?.isLowercase == true,
      let url = URL(string: text, encodingInvalidCharacters: false)
    else { return false }
    return url.scheme != nil && url.host != nil && url.absoluteString == text
  }
}

import Foundation
import MirrorMap

/// What is wrong with a file, and how large it is.
struct DocumentCheck {
  private let name: String
  private var facts: String?
  private var errors = Findings(limit: 10)
  private var duplicates = Findings(limit: 10)
  private var numbers = Findings(limit: 3)
  private var (values, depth) = (0, 0)

  /// What was found of one kind: the first ones, and how many there are.
  private struct Findings {
    let limit: Int
    private(set) var count = 0
    private(set) var texts: [String] = []

    mutating func add(_ text: @autoclosure () -> String) {
      count += 1
      if texts.count < limit { texts.append(text()) }
    }
  }

  init(_ name: String) {
    self.name = name
    do {
      let file = try SourceFile(name)
      for (lines, bytes) in file.documents { check(bytes, lines: lines) }
      let documents = file.hasLines ? "\(file.documents.count) lines, " : ""
      facts = "\(file.size) bytes, \(documents)\(values) values, depth \(depth)"
    } catch {
      errors.add(error.description)
    }
  }

  /// Whether the file can be read, is JSON, and has no duplicate keys.
  var isFine: Bool { errors.count + duplicates.count == 0 }

  var text: String {
    var text = facts.map { "\(name): \($0)\n" } ?? ""
    for (findings, what) in [
      (errors, "errors"), (duplicates, "duplicate keys"), (numbers, "numbers"),
    ] {
      for finding in findings.texts { text += (facts == nil ? "" : "  ") + finding + "\n" }
      let rest = findings.count - findings.texts.count
      if rest > 0 { text += "  and \(rest) more \(what)\n" }
    }
    return text
  }

  private mutating func check(_ bytes: Data, lines: Int) {
    do {
      var places = PlaceFinder(bytes, lines: lines)
      try JSONTokenizer.tokenize(bytes, maximumDepth: .max) { tokenizer in
        var keys: [Set<[UInt8]>] = []
        var level = 0
        while let token = try tokenizer.next() {
          level += token.kind.levels
          depth = max(depth, level)
          switch token.kind {
          case .beginObject: keys.append([])
          case .endObject: keys.removeLast()
          case .key:
            let key = tokenizer.string(of: token)
            if !keys[keys.count - 1].insert(Array(key.utf8)).inserted {
              duplicates.add("duplicate key \(key.debugDescription) (\(places.place(of: token)))")
            }
          case .number:
            if let number = tokenizer.number(of: token), !NumberEvidence.isHeldByDouble(number) {
              numbers.add("a Double can't hold \(number) (\(places.place(of: token)))")
            }
          default: break
          }
          if token.kind.isValue { values += 1 }
        }
      }
    } catch {
      errors.add(error.text(after: lines))
    }
  }
}

/// Lines and columns of tokens, one after the other.
private struct PlaceFinder {
  private let bytes: Data
  private var offset = 0
  private var line: Int
  private var column = 1

  init(_ bytes: Data, lines: Int) {
    self.bytes = bytes
    line = lines + 1
    // A byte order mark is in no column.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  mutating func place(of token: JSONTokenizer.Token) -> String {
    // The range of a key or a string begins after its quotation mark.
    let isQuoted = token.kind == .key || token.kind == .string
    let end = token.range.lowerBound - (isQuoted ? 1 : 0)
    for index in offset..<max(offset, end) {
      let byte = bytes[bytes.startIndex + index]
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        // Columns count Unicode scalars, as those of errors do.
        column += 1
      }
    }
    offset = end
    return "line \(line), column \(column)"
  }
}

extension JSONTokenizer.Token.Kind {
  fileprivate var isValue: Bool {
    switch self {
    case .endObject, .endArray, .key: false
    default: true
    }
  }
}

import Foundation
import MirrorMap

/// A file of one JSON document, or of one per line.
struct SourceFile {
  /// A file that can't be read.
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// The documents, each with the number of lines before it; none of a file without any.
  let documents: [(lines: Int, bytes: Data)]
  let hasLines: Bool
  let size: Int

  /// - Throws: ``Failure``, if the file can't be read.
  init(_ name: String) throws(Failure) {
    let url = URL(fileURLWithPath: name)
    let data: Data
    do {
      let file = try FileHandle(forReadingFrom: url)
      // Files that are larger than the memory can be mapped, but not those of /proc. A pipe can be opened only once.
      let mapped = file.isRegular ? (try? Data(contentsOf: url, options: .alwaysMapped)) : nil
      data = try mapped ?? file.readToEnd() ?? Data()
    } catch {
      throw Failure(description: "\(name): \(error.systemReason)")
    }
    size = data.count
    hasLines =
      ["ndjson", "jsonl"].contains(url.pathExtension.lowercased()) || Self.beginsWithDocument(data)
    documents = hasLines ? Self.lines(data) : [(0, data)]
  }

  /// Whether the first line is a document, and not the only line, apart from blank ones.
  private static func beginsWithDocument(_ data: Data) -> Bool {
    guard let start = data.firstIndex(where: { !$0.isWhiteSpace }),
      let end = data.lineEnd(from: start)
    else { return false }
    let rest = data[(end + 1)...].prefix(1 << 20)
    guard !rest.isBlank else { return false }
    do {
      try JSONTokenizer.tokenize(data[start..<end], maximumDepth: .max) { tokenizer in
        while try tokenizer.next() != nil {}
      }
      return true
    } catch {
      return false
    }
  }

  private static func lines(_ data: Data) -> [(lines: Int, bytes: Data)] {
    var lines: [(lines: Int, bytes: Data)] = []
    var (start, number) = (data.startIndex, 0)
    while start < data.endIndex {
      let end = data.lineEnd(from: start) ?? data.endIndex
      let line = data[start..<end]
      if !line.isBlank { lines.append((number, line)) }
      start = end < data.endIndex ? end + 1 : end
      number += 1
    }
    return lines
  }
}

extension Error {
  /// The text of an error in a document after other lines of a file, with its line in the file.
  func text(after lines: Int) -> String {
    let text = "\(self)"
    guard let error = self as? MappingError, let line = error.line, let column = error.column else {
      return text
    }
    func place(_ line: Int) -> String { "(line \(line), column \(column))" }
    return text.dropLast(place(line).count) + place(lines + line)
  }
}

extension FileHandle {
  /// Whether it's one of a file with content of its own, rather than of a pipe, folder, or device.
  fileprivate var isRegular: Bool {
    var status = stat()
    return fstat(fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}

extension Data {
  /// Where the next line feed is.
  fileprivate func lineEnd(from start: Int) -> Int? {
    self[start...].withUnsafeBytes { $0.firstIndex(of: 0x0A) }.map { start + $0 }
  }

  /// Whether there is only white space.
  fileprivate var isBlank: Bool { withUnsafeBytes { $0.allSatisfy(\.isWhiteSpace) } }
}

extension UInt8 {
  fileprivate var isWhiteSpace: Bool { " \t\r\n".utf8.contains(self) }
}

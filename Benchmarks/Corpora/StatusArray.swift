import Foundation

/// An array of twitter's statuses as large as one likes: the document for memory and scaling.
///
/// The statuses of the document are cut out as they are, indentation included, and taken in turn
/// until the array is at least `size` bytes large, each time with other text (``StatusCopy``). So a
/// megabyte of it is like any other, and is none of the others.
enum StatusArray {
  /// An array of at least `size` bytes, from the statuses of `timeline`.
  ///
  /// - Throws: `BenchmarkFailure` if there are none.
  static func document(of size: Int, from timeline: Data) throws -> Data {
    let text = Array(timeline)
    let key = text.firstRange(of: Array("\"statuses\"".utf8))
    let statuses = key.map { objects(in: text[$0.upperBound...]) } ?? []
    guard !statuses.isEmpty else {
      throw BenchmarkFailure("twitter: no \"statuses\" to make a larger document of")
    }
    var document = Data(capacity: size + timeline.count)
    document.append(UInt8(ascii: "["))
    var next = 0
    while document.count < size {
      if next > 0 { document.append(contentsOf: ",\n    ".utf8) }
      let copy = StatusCopy(number: next / statuses.count)
      document.append(contentsOf: copy.text(of: statuses[next % statuses.count]))
      next += 1
    }
    document.append(UInt8(ascii: "]"))
    return document
  }

  /// An array of the first status of `array` alone.
  static func sample(of array: Data) -> Data {
    let start = Array(array.prefix(100_000))
    return Data([UInt8(ascii: "[")] + (objects(in: start[...]).first ?? []) + [UInt8(ascii: "]")])
  }

  /// The bytes of each object in the first array of `text`, as far as it goes.
  private static func objects(in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var elements: [ArraySlice<UInt8>] = []
    var (depth, start, isString, isEscaped) = (0, 0, false, false)
    for index in text.indices {
      let byte = text[index]
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if depth == 1 { start = index }
        depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return elements }
        if depth == 1 { elements.append(text[start...index]) }
      default: break
      }
    }
    return elements
  }
}

import Foundation

/// An array of twitter's statuses of any size: the document for memory and scaling.
///
/// The statuses of the document are cut out as they are, indentation included, and taken in turn
/// until the array is at least `size` bytes large, each time with other text (``StatusCopy``). So
/// one megabyte of it is like another without repeating it.
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

/// The text of one copy of the statuses, which differs from that of every other copy.
///
/// If a large document repeated the same hundred statuses over and over, each of its strings would
/// occur a thousand times: a library that shares equal strings would look better than it is. So
/// each copy has its own text. Strings of sixteen bytes and more (shorter ones need no memory of
/// their own) are altered by the copy's number; their lengths stay, and strings that are equal
/// within a copy stay equal, as real statuses name the same users and sources:
///
///     copy 0    "Twitter for iPhone"    "Sun Aug 31 00:29:15 +0000 2014"    "写真、送ってもらえますか？"
///     copy 12   "Twitter for iPhpg"     "Sun Aug 31 00:29:27 +0000 2014"    "写真、送ってもらえまでぎ？"
///
/// The last three characters that may be altered are: letters and digits become later ones, and so
/// do characters beyond ASCII, by the last byte of their UTF-8. Dates move on within their hour.
struct StatusCopy {
  /// Which copy it is, from 0 (nothing is altered) to 999.
  let number: Int

  private static let shortest = 16

  /// The text of a status with its strings altered. Keys stay as they are.
  func text(of status: ArraySlice<UInt8>) -> [UInt8] {
    var text = Array(status)
    guard number > 0 else { return text }
    var position = 0
    while let start = text[position...].firstIndex(of: UInt8(ascii: "\"")) {
      let end = Self.end(of: start + 1, in: text)
      let next = text[(end + 1)...].first { $0 > UInt8(ascii: " ") }
      if next != UInt8(ascii: ":"), end - start > Self.shortest {
        alter(&text, start + 1..<end)
      }
      position = end + 1
    }
    return text
  }

  /// Where the string ends whose content begins at `start`.
  private static func end(of start: Int, in text: [UInt8]) -> Int {
    var position = start
    while text[position] != UInt8(ascii: "\"") {
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position
  }

  private func alter(_ text: inout [UInt8], _ string: Range<Int>) {
    if alterDate(&text, string) { return }
    var number = number
    for place in places(in: text, string).suffix(3).reversed() {
      text[place] = Self.later(text[place], by: UInt8(number % 10))
      number /= 10
    }
  }

  /// The positions of bytes that may become others of their kind.
  private func places(in text: [UInt8], _ string: Range<Int>) -> [Int] {
    var places: [Int] = []
    var position = string.lowerBound
    while position < string.upperBound {
      let byte = text[position]
      if byte == UInt8(ascii: "\\") {
        position += text[position + 1] == UInt8(ascii: "u") ? 6 : 2
        continue
      }
      let isLastOfSeveral = byte & 0xC0 == 0x80 && text[position + 1] & 0xC0 != 0x80
      if isLastOfSeveral || Self.kind(of: byte) != nil { places.append(position) }
      position += 1
    }
    return places
  }

  private static func later(_ byte: UInt8, by distance: UInt8) -> UInt8 {
    let kind = kind(of: byte) ?? 0x80...0xBF
    return kind.lowerBound + (byte - kind.lowerBound + distance) % UInt8(kind.count)
  }

  private static func kind(of byte: UInt8) -> ClosedRange<UInt8>? {
    [
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"),
    ].first { $0.contains(byte) }
  }

  /// Moves `Sun Aug 31 00:29:15 +0000 2014` on by as many seconds as the copy's number says.
  private func alterDate(_ text: inout [UInt8], _ string: Range<Int>) -> Bool {
    let places = [14, 15, 17, 18].map { string.lowerBound + $0 }
    let colons = [13, 16].map { string.lowerBound + $0 }
    guard string.count == 30, colons.allSatisfy({ text[$0] == UInt8(ascii: ":") }) else {
      return false
    }
    let digits = places.map { Int(text[$0]) - 0x30 }
    guard digits.allSatisfy({ (0...9).contains($0) }) else { return false }
    let seconds = (digits[0] * 600 + digits[1] * 60 + digits[2] * 10 + digits[3] + number) % 3600
    for (place, digit) in zip(
      places, [seconds / 600, seconds / 60 % 10, seconds / 10 % 6, seconds % 10])
    {
      text[place] = UInt8(0x30 + digit)
    }
    return true
  }
}

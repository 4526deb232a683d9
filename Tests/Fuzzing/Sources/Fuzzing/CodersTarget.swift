import Foundation
import MirrorMap

/// Documents decoded and encoded by the coders, and by Foundation's.
enum CodersTarget {
  static func check(_ input: UnsafeRawBufferPointer) {
    let document = Document(Array(input))
    let options = options(document.text)
    // Of several faults in a dictionary's members, Foundation reports any.
    check(AnyCodable.self, document, options, comparesErrors: false)
    check(Walked.self, document, options)
    check(Bundle.self, document, options, comparesErrors: false)
    check(Either.self, document, options)
    check([Either?].self, document, options)
    check(Derived.self, document, options)
    check([Int].self, document, options)
    check([[Double]].self, document, options)
    check([String: [String]].self, document, options, comparesErrors: false)
    check(Float.self, document, options)
    check(UInt64.self, document, options)
    check(Int128.self, document, options)
    checkJSON5(document)
  }

  private struct Document {
    let text: [UInt8]
    let data: Data
    let isJSON: Bool
    /// Whether the text may be UTF-16 or UTF-32.
    let mayBeOtherEncoding: Bool
    /// Whether there is a zero with an exponent, which Foundation rejects.
    let hasPowersOfZero: Bool

    init(_ text: [UInt8]) {
      self.text = text
      data = Data(text)
      isJSON = JSONReference.accepts(text)
      mayBeOtherEncoding = text.prefix(4).contains { $0 == 0 || $0 >= 0xFE }
      hasPowersOfZero = text.indices.contains { index in
        guard text[index] | 0x20 == UInt8(ascii: "e") else { return false }
        let digits = text[..<index].reversed().prefix {
          $0 == UInt8(ascii: ".") || 0x30...0x39 ~= $0
        }
        return !digits.isEmpty && !digits.contains { 0x31...0x39 ~= $0 }
      }
    }

    var description: String { String(decoding: text, as: UTF8.self) }
  }

  /// Options that the document itself chooses.
  private static func options(_ text: [UInt8]) -> CodableOptions {
    var hash: UInt32 = 2_166_136_261
    for byte in text { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return CodableOptions { options in
      if hash & 0x100 != 0 { options.keyDecodingStrategy = .convertFromSnakeCase }
      if hash & 0x200 != 0 { options.dateDecodingStrategy = .iso8601 }
      if hash & 0x400 != 0 { options.dataDecodingStrategy = .deferredToData }
      if hash & 0x800 != 0 {
        options.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: "inf", negativeInfinity: "-inf", nan: "a")
      }
    }
  }

  // MARK: Against Foundation's coders

  private enum Outcome<Value> {
    case value(Value)
    case failure(CodableFailure)

    init(_ body: () throws -> Value) {
      do { self = .value(try body()) } catch { self = .failure(CodableFailure(error)) }
    }

    var value: Value? { if case .value(let value) = self { value } else { nil } }
    var failure: CodableFailure? { if case .failure(let failure) = self { failure } else { nil } }
    var complaint: String { failure?.description ?? "accepted" }
  }

  private static let malformed = "dataCorrupted at "

  private static func check<T: Codable & Equatable>(
    _ type: T.Type, _ document: Document, _ options: CodableOptions, comparesErrors: Bool = true
  ) {
    let ours = Outcome { try options.mappingDecoder().decode(type, from: document.text) }
    let name = "\(type) with \(options.keyDecodingStrategy), \(options.dateDecodingStrategy)"
    if let failure = ours.failure, !failure.isFromType {
      require(failure.hasPlace, "\(name): no place in \(failure)")
    }
    if !document.isJSON, !document.mayBeOtherEncoding {
      return require(
        ours.complaint == malformed, "\(name): \(ours.complaint), but it is not JSON")
    }
    let theirs = Outcome { try options.foundationDecoder().decode(type, from: document.data) }
    if document.hasPowersOfZero { return }
    if let ours = ours.value, let theirs = theirs.value {
      // A NaN isn't equal to itself.
      let mayHaveNaN =
        if case .throw = options.nonConformingFloatDecodingStrategy { false } else { true }
      compareWriting(name, ours, theirs, mayHaveNaN: mayHaveNaN)
      return
    }
    // Where the encoding is another one, text that isn't JSON may have been accepted.
    guard document.isJSON else { return }
    require(
      (ours.value == nil) == (theirs.value == nil),
      "\(name): \(ours.complaint), Foundation: \(theirs.complaint)")
    guard comparesErrors else { return }
    require(
      ours.complaint == theirs.complaint,
      "\(name): \(ours.complaint), Foundation: \(theirs.complaint)")
  }

  /// Equal values are written as equal bytes: what the numbers' bits and the strings' scalars are is seen there.
  private static func compareWriting<T: Codable & Equatable>(
    _ name: String, _ ours: T, _ theirs: T, mayHaveNaN: Bool
  ) {
    let theirEncoder = JSONEncoder()
    let ourEncoder = MappingEncoder()
    let floats = JSONEncoder.NonConformingFloatEncodingStrategy.convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "a")
    theirEncoder.nonConformingFloatEncodingStrategy = floats
    ourEncoder.nonConformingFloatEncodingStrategy = floats
    for format in [[.sortedKeys], [.sortedKeys, .prettyPrinted]] as [JSONEncoder.OutputFormatting] {
      theirEncoder.outputFormatting = format
      ourEncoder.outputFormatting = format
      let left = Outcome { try ourEncoder.encode(ours) }
      let right = Outcome { try theirEncoder.encode(theirs) }
      let texts = [left, right].map { String(decoding: $0.value ?? Data(), as: UTF8.self) }
      require(
        left.complaint == right.complaint && left.value == right.value,
        "\(name): \(left.complaint), Foundation: \(right.complaint)\n\(texts[0])\n\(texts[1])")
    }
    require(mayHaveNaN || ours == theirs, "\(name): \(ours)\nFoundation: \(theirs)")
    ourEncoder.outputFormatting = []
    let again = Outcome { try JSONValue.decode(from: ourEncoder.encode(ours)) }
    let sorted = Outcome { try JSONValue.decode(from: theirEncoder.encode(theirs)) }
    require(again.value == sorted.value, "\(name): members in order: \(again), sorted: \(sorted)")
  }

  // MARK: JSON5

  /// Every JSON document is JSON5. (Foundation's own reader of JSON5 reads past the end of some documents.)
  private static func checkJSON5(_ document: Document) {
    let decoder = MappingDecoder()
    let plain = Outcome { try decoder.decode(AnyCodable.self, from: document.text) }
    decoder.allowsJSON5 = true
    let json5 = Outcome { try decoder.decode(AnyCodable.self, from: document.text) }
    if let failure = json5.failure, !failure.isFromType {
      require(failure.hasPlace, "JSON5: no place in \(failure)")
    }
    // U+0000 has no escape in JSON5.
    guard document.isJSON, !document.description.contains("\\u0000") else { return }
    require(
      plain.complaint == json5.complaint && plain.value == json5.value,
      "as JSON: \(plain), as JSON5: \(json5)")
  }
}

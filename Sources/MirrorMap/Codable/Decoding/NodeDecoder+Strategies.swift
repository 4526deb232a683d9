import EssentialFoundation

/// Types that are decoded as the options of the decoder say.
extension NodeDecoder {
  func date(at index: Int, _ step: CodingStep) throws -> Date {
    switch document.options.dates {
    case .deferredToDate:
      return Date(timeIntervalSinceReferenceDate: try decode(Double.self, at: index, step))
    case .secondsSince1970:
      return Date(timeIntervalSince1970: try decode(Double.self, at: index, step))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try decode(Double.self, at: index, step) / 1000)
    case .iso8601:
      if let date = plainText(at: index, { ISO8601.sharedDate(from: $0) }) { return date }
      let text = try decode(String.self, at: index, step)
      guard let date = try? Date.ISO8601FormatStyle().parse(text) else {
        throw corrupted("a date as in ISO 8601", at: index, codingPath)
      }
      return date
    #if canImport(Darwin)
      case .formatted(let formatter):
        let text = try decode(String.self, at: index, step)
        guard let date = formatter.date(from: text) else {
          throw corrupted("a date of the decoder's format", at: index, path(step))
        }
        return date
    #endif
    case .custom(let decode): return try decode(nested(index, step))
    @unknown default: return try withDecoder(of: index, step) { try Date(from: $0) }
    }
  }

  /// Makes a value of a string of ASCII characters without escapes; nil for all other values.
  private func plainText<Value>(at index: Int, _ make: (Bytes) -> Value?) -> Value? {
    (try? document.read(index) { (reader) throws(MappingError) in reader.readPlainText(make) })
      .flatMap(\.self)
  }

  func data(at index: Int, _ step: CodingStep) throws -> Data {
    switch document.options.data {
    case .deferredToData: return try withDecoder(of: index, step) { try Data(from: $0) }
    case .base64:
      // Foundation accepts more.
      if let data = plainText(at: index, { Base64.bytes(of: $0) }) { return data }
      let text = try decode(String.self, at: index, step)
      guard let data = Data(base64Encoded: text) else {
        throw corrupted("Base64", at: index, path(step))
      }
      return data
    case .custom(let decode): return try decode(nested(index, step))
    @unknown default: return try withDecoder(of: index, step) { try Data(from: $0) }
    }
  }

  func url(at index: Int, _ step: CodingStep) throws -> URL {
    guard let url = URL(string: try decode(String.self, at: index, step)) else {
      throw corrupted("a URL", at: index, path(step))
    }
    return url
  }

  func decimal(at index: Int, _ step: CodingStep) throws -> Decimal {
    do throws(MappingError) {
      return try document.read(index) { (reader) throws(MappingError) in
        let position = reader.cursor
        let text = try reader.scanNumber().text
        if document.options.allowsJSON5, NonFinite.value(of: text) != nil { return .nan }
        guard let number = Decimal(string: String(decoding: text, as: UTF8.self)) else {
          throw reader.outOfRange("Decimal", position)
        }
        return number
      }
    } catch {
      throw failure(error, Decimal.self, at: index, path(step))
    }
  }
}

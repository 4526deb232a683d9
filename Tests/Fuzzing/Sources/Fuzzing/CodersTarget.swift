import Foundation
import MirrorMap

/// A document decoded by `MappingDecoder` and by `JSONDecoder`: where it is JSON, both give the same value or the
/// same error; and what they decode, `MappingEncoder` and `JSONEncoder` encode to the same bytes.
enum CodersTarget {
  static func check(_ input: UnsafeRawBufferPointer) {
    let text = Array(input)
    // Foundation detects other encodings by zeros and by marks at the beginning.
    guard !text.contains(0), text.first.map({ $0 < 0x80 }) ?? true else { return }
    let isJSON = JSONReference.accepts(text)
    let data = Data(text)
    check(Whole.self, input, data, isJSON) { _, _ in }
    check(Typed.self, input, data, isJSON, comparesErrors: true) { ours, theirs in
      ours.keyDecodingStrategy = .convertFromSnakeCase
      theirs.keyDecodingStrategy = .convertFromSnakeCase
      ours.dateDecodingStrategy = .iso8601
      theirs.dateDecodingStrategy = .iso8601
    }
    check([String: [Typed?]].self, input, data, isJSON) { _, _ in }
  }

  /// - Parameter comparesErrors: Whether both decoders report the same failure; of those in a dictionary, Foundation
  ///   reports any.
  private static func check<T: Codable & Equatable>(
    _ type: T.Type, _ input: UnsafeRawBufferPointer, _ data: Data, _ isJSON: Bool,
    comparesErrors: Bool = false, _ set: (MappingDecoder, JSONDecoder) -> Void
  ) {
    let (ours, theirs) = (MappingDecoder(), JSONDecoder())
    set(ours, theirs)
    let mine = Outcome { try ours.decode(type, from: input) }
    guard isJSON else {
      return require(mine.value == nil, "\(type): accepted, but it is not JSON")
    }
    let other = Outcome { try theirs.decode(type, from: data) }
    if let value = mine.value, let expected = other.value {
      require(value == expected, "\(type): \(value), not \(expected)")
      checkEncoding(value)
    } else if !(other.value == nil && hasZeroWithExponent(data)) {
      require(
        (mine.value == nil) == (other.value == nil) && (!comparesErrors || mine.error == other.error),
        "\(type): \(mine), JSONDecoder: \(other)")
    }
  }

  private static func checkEncoding<T: Encodable>(_ value: T) {
    let (ours, theirs) = (MappingEncoder(), JSONEncoder())
    for format in [JSONEncoder.OutputFormatting.sortedKeys, [.sortedKeys, .prettyPrinted]] {
      (ours.outputFormatting, theirs.outputFormatting) = (format, format)
      // One level more than Foundation encodes is no difference that is looked for.
      guard let expected = try? theirs.encode(value) else { return }
      let bytes = try? ours.encode(value)
      require(bytes == expected, "\(T.self): \(text(bytes)), not \(text(expected))")
    }
  }

  private static func text(_ data: Data?) -> String {
    data.map { String(decoding: $0, as: UTF8.self) } ?? "an error"
  }

  /// Foundation rejects `0e1`.
  private static func hasZeroWithExponent(_ data: Data) -> Bool {
    zip(data, data.dropFirst()).contains { $0 == 0x30 && $1 | 0x20 == 0x65 }
  }

  /// A value, or what is compared of an error.
  private struct Outcome<Value> {
    var value: Value?
    var error: String?

    init(_ body: () throws -> Value) {
      do {
        value = try body()
      } catch let failure as DecodingError {
        error = Self.describe(failure)
      } catch {
        fatalError("FINDING: no DecodingError was thrown, but \(error)")
      }
    }

    private static func describe(_ error: DecodingError) -> String {
      func path(_ context: DecodingError.Context) -> String {
        context.codingPath.map(\.stringValue).joined(separator: ".")
      }
      switch error {
      case .typeMismatch(let type, let context): return "mismatch \(type) at \(path(context))"
      case .valueNotFound(let type, let context): return "no value \(type) at \(path(context))"
      case .keyNotFound(let key, let context):
        return "no key \(key.stringValue) at \(path(context))"
      case .dataCorrupted(let context): return "corrupted at \(path(context))"
      @unknown default: return "unknown"
      }
    }
  }
}

/// Any JSON.
private indirect enum Whole: Codable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case large(UInt64)
  case number(Double)
  case text(String)
  case array([Whole])
  case object([String: Whole])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? value.decode(Int64.self) {
      self = .integer(integer)
    } else if let large = try? value.decode(UInt64.self) {
      self = .large(large)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let array = try? value.decode([Whole].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: Whole].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .integer(let integer): try value.encode(integer)
    case .large(let large): try value.encode(large)
    case .number(let number): try value.encode(number)
    case .text(let text): try value.encode(text)
    case .array(let array): try value.encode(array)
    case .object(let object): try value.encode(object)
    }
  }
}

/// Properties with the names that the dictionary and the seeds have.
private struct Typed: Codable, Equatable {
  enum Mood: String, Codable { case glad, sad }

  var id: Int?
  var name: String?
  var age: UInt8?
  var homeTown: String?
  var tags: [String]?
  var counts: [Int]?
  var table: [[Double]]?
  var decimal: Decimal?
  var date: Date?
  var data: Data?
  var url: URL?
  var mood: Mood?
  var big: UInt64?
  var corner: Double?
  var slashed: Float?
}

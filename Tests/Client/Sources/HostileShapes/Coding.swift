import Foundation
import MirrorMap

// The same documents by `Codable` types and as streams.

/// Any JSON; for most values, several attempts fail first.
indirect enum Union: Codable {
  case null
  case number(Double)
  case text(String)
  case array([Union])
  case object([String: Union])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try value.decode([Union].self))
    } else {
      self = .object(try value.decode([String: Union].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .number(let number): try value.encode(number)
    case .text(let text): try value.encode(text)
    case .array(let array): try value.encode(array)
    case .object(let object): try value.encode(object)
    }
  }
}

struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Requests all members of an object from the last one to the first one.
struct Reversed: Decodable {
  var nulls = 0

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: AnyKey.self)
    for key in members.allKeys.reversed() where try members.decodeNil(forKey: key) { nulls += 1 }
  }
}

/// Encodes each value through an encoder of its own, the last one first.
struct Scattered: Encodable {
  let values: [JSONValue]

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    let places = values.map { _ in list.superEncoder() }
    for (value, place) in zip(values, places).reversed() { try value.encode(to: place) }
  }
}

/// A document in chunks of one size.
struct Chunks: AsyncSequence, Sendable {
  let bytes: [UInt8]
  let size: Int

  func makeAsyncIterator() -> Iterator { Iterator(rest: bytes[...], size: size) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<UInt8>
    let size: Int

    mutating func next() async throws -> ArraySlice<UInt8>? {
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(size) }
      return rest.prefix(size)
    }
  }
}

extension HostileShapes {
  static func codeInEveryWay(_ bytes: [UInt8], _ attempt: (() throws -> Int) -> Void) {
    let (decoder, lenient, encoder) = (MappingDecoder(), MappingDecoder(), MappingEncoder())
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    lenient.allowsJSON5 = true
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    attempt { try encoder.encode(decoder.decode(Union.self, from: bytes)).count }
    attempt { try lenient.decode([[Int]].self, from: bytes).count }
    attempt { try MappingDecoder().decode(Reversed.self, from: bytes).nulls }
    attempt { try decoder.decode(Reversed.self, from: bytes).nulls }
    attempt { try encoder.encode(Scattered(values: [JSONValue].decode(from: bytes))).count }
    for format in [StreamFormat.array, .lines] {
      for size in [1, 4096] {
        attempt {
          try waiting {
            var count = 0
            let chunks = Chunks(bytes: bytes, size: size)
            for try await _ in JSONValue.stream(from: chunks, format: format) { count += 1 }
            return count
          }
        }
      }
    }
  }

  private static func waiting(_ body: @escaping @Sendable () async throws -> Int) throws -> Int {
    let outcome = Outcome()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        outcome.result = .success(try await body())
      } catch {
        outcome.result = .failure(error)
      }
      done.signal()
    }
    done.wait()
    return try outcome.result.get()
  }

  /// What a task leaves; it is read after the task has ended.
  private final class Outcome: @unchecked Sendable {
    var result: Result<Int, any Error> = .success(0)
  }
}

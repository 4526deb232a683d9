import Foundation
import MirrorMap

// What `../inferred` compiles behind the models that were made of samples.

struct Difference: Error, CustomStringConvertible { var description: String }

func checkSample<T: MappableValue>(_ type: T.Type, _ path: String) {
  do {
    try roundTrip(type, path)
  } catch {
    print("\(path): \(error)")
    exit(1)
  }
}

func roundTrip<T: MappableValue>(_ type: T.Type, _ path: String) throws {
  let data = try Data(contentsOf: URL(fileURLWithPath: path))
  let hasLines = path.hasSuffix(".ndjson")
  let documents =
    hasLines ? data.split(separator: 0x0A).filter { !$0.isEmpty }.map { Data($0) } : [data]
  var mapper = Mapper()
  mapper.unknownKeys = .reject
  for document in documents {
    let tree = try JSONValue.decode(from: document)
    let copy = try JSONValue.decode(from: T.decode(from: document, using: mapper).encode())
    try compare(tree, copy, "$")
  }
}

func compare(_ left: JSONValue, _ right: JSONValue, _ path: String) throws {
  switch (left, right) {
  case (.object(let left), .object(let right)):
    guard Set(left.map(\.key)) == Set(right.map(\.key)) else {
      throw Difference(description: "\(path): \(left.map(\.key)), \(right.map(\.key))")
    }
    for (key, value) in left { try compare(value, right[key] ?? .null, "\(path).\(key)") }
  case (.array(let left), .array(let right)) where left.count == right.count:
    for (index, pair) in zip(left, right).enumerated() {
      try compare(pair.0, pair.1, "\(path)[\(index)]")
    }
  case (.number(let left), .number(let right)) where left.double == right.double: break
  case (.string(let left), .string(let right)) where date(left) != nil && date(left) == date(right):
    break
  case (.string(let left), .string(let right))
  where UUID(uuidString: left) != nil && UUID(uuidString: left) == UUID(uuidString: right):
    break
  case _ where left == right: break
  default: throw Difference(description: "\(path): \(left), \(right)")
  }
}

func date(_ text: String) -> Date? { try? ISO8601Transform().decode(text) }

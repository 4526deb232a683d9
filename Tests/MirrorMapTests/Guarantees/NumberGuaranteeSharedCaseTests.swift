import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// The numbers in the folder beside the repository, at every place where a number can occur.
struct NumberGuaranteeSharedCaseTests {
  /// Bits and text of each line.
  private func lines<Bits: FixedWidthInteger>(_ file: String) -> [(bits: Bits, text: Substring)] {
    SharedCases.lines(file).compactMap { line in
      let parts = line.split(separator: " ")
      return Bits(parts[0], radix: 16).map { ($0, parts[1]) }
    }
  }

  @Test func sharedDoublesAreBitwiseExactAtEveryPosition() throws {
    let places = PlaceOfNumber<Double>.all
    for (number, line) in (lines("floats.txt") as [(bits: UInt64, text: Substring)]).enumerated() {
      let somewhere = places[number % places.count]
      let values = [
        try? places[0].read(line.text), try? somewhere.read(line.text),
        try? JSONValue.decode(from: line.text).double, JSONNumber(text: String(line.text))?.double,
      ]
      #expect(values.allSatisfy { $0?.bitPattern == line.bits }, "\(somewhere.name): \(line.text)")
    }
  }

  @Test func sharedFloatsAreBitwiseExactAtEveryPosition() throws {
    for line in lines("floats32.txt") as [(bits: UInt32, text: Substring)] {
      for place in PlaceOfNumber<Float>.all {
        let value = try? place.read(line.text)
        #expect(value?.bitPattern == line.bits, "\(place.name): \(line.text)")
      }
    }
  }

  // MARK: Integers

  /// Checks one line; generic, as each line names a type.
  private func check<I: FixedWidthInteger & MappableValue & Sendable>(
    _ type: I.Type, _ text: String, _ expectation: String
  ) throws {
    // What may be refused as well is read here: it is an integer, however it is written.
    let isEither = expectation.hasPrefix("either:")
    let value = I(isEither ? String(expectation.dropFirst(7)) : expectation)
    #expect((value == nil) == (expectation == "reject"))
    for place in PlaceOfNumber<I>.all where !place.isOptional || text != "null" {
      let isText = place.name == "text"
      do {
        let read = try place.read(text)
        // Where text is bent, so are words and fractions.
        #expect(isText && value == nil || read == value, "\(place.name): \(text)")
      } catch {
        #expect(value == nil, "\(place.name): \(text)")
        if !isText { explain(error, type, text, place) }
      }
    }
    let number = JSONNumber(text: text)
    #expect(number?.exactly(I.self) == value, "\(text)")
    if let value { #expect(try JSONValue.decode(from: text) == .number(JSONNumber(value))) }
  }

  /// An error names the type, unless the text isn't JSON.
  private func explain<I: FixedWidthInteger & MappableValue & Sendable>(
    _ error: any Error, _ type: I.Type, _ text: String, _ place: PlaceOfNumber<I>
  ) {
    guard let error = error as? MappingError else {
      Issue.record("\(error)")
      return
    }
    guard JSONReference.accepts(place.document(text)) else {
      #expect(error.code.isSyntax, "\(place.name): \(text)")
      return
    }
    #expect(error.expected == "\(I.self)", "\(place.name): \(text)")
    let start = place.frame.utf8.prefix { $0 != UInt8(ascii: "?") }.count
    #expect(error.byteOffset == start, "\(place.name): \(text)")
    guard JSONNumber(text: text) != nil else { return }
    let reasons = ["a number out of its range", "a number with a fraction"]
    #expect(reasons.contains(error.found ?? ""), "\(place.name): \(text)")
    // Digits alone have no fraction.
    guard text.allSatisfy({ $0.isNumber || $0 == "-" }) else { return }
    #expect(error.found == reasons[0], "\(place.name): \(text)")
  }

  @Test func sharedIntegersAreExactOrRefusedByTheNameOfTheirType() throws {
    for line in SharedCases.lines("ints.tsv") {
      let fields = line.split(separator: "\t").map(String.init)
      switch fields[0] {
      case "Int8": try check(Int8.self, fields[1], fields[2])
      case "Int16": try check(Int16.self, fields[1], fields[2])
      case "Int32": try check(Int32.self, fields[1], fields[2])
      case "Int64": try check(Int64.self, fields[1], fields[2])
      case "Int": try check(Int.self, fields[1], fields[2])
      case "UInt8": try check(UInt8.self, fields[1], fields[2])
      case "UInt16": try check(UInt16.self, fields[1], fields[2])
      case "UInt32": try check(UInt32.self, fields[1], fields[2])
      case "UInt64": try check(UInt64.self, fields[1], fields[2])
      default: Issue.record("unknown type \(fields[0])")
      }
    }
  }

  @Test func sharedIntegersAreTheSameForWiderTypes() throws {
    for line in SharedCases.lines("ints.tsv") {
      let fields = line.split(separator: "\t").map(String.init)
      guard let value = Int128(fields[2].replacing("either:", with: "")) else { continue }
      #expect(try Int128.decode(from: fields[1]) == value)
      #expect(try Decimal.decode(from: fields[1]).description == "\(value)")
      let unsigned = try? [UInt128].decode(from: "[\(fields[1])]").first
      #expect(unsigned == UInt128(exactly: value), "\(fields[1])")
    }
  }
}

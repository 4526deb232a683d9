import Foundation
import MirrorMap

/// Values that are made of a text or of another value. What Foundation's coders don't convert is converted by hand
/// from what they read and to what they write.
enum Conversions {
  private static let count = 2_000
  private static let (decoder, encoder) = (JSONDecoder(), JSONEncoder())

  static let all =
    both(
      "Character", Characters.self, { Character(UnicodeScalar(UInt8(0x61 + $0 % 26))) },
      read: { (text: String) in text.first! }, write: { String($0) })
    + both(
      "TimeZone", TimeZones.self, { TimeZone(identifier: zones[$0 % zones.count])! },
      read: { (text: String) in TimeZone(identifier: text)! }, write: { $0.identifier })
    + both(
      "Locale", Locales.self, { Locale(identifier: ["de_DE", "en_US", "ja_JP"][$0 % 3]) },
      read: { (text: String) in Locale(identifier: text) }, write: { $0.identifier })
    + both(
      "hex color", Colors.self, { color($0 * 7_919) },
      read: { (text: String) in color(Int(text.dropFirst(), radix: 16)!) }, write: hexText)
    + both(
      "JSON in a string", Stringified.self, { [$0, $0 * 7_919, 7] },
      read: { (text: String) in try decoder.decode([Int].self, from: Data(text.utf8)) },
      write: { String(decoding: try encoder.encode($0), as: UTF8.self) })
    + both(
      "raw value", RawValues.self, { Size.allCases[$0 % 3] },
      read: { (size: Size) in size }, write: { $0 })
    + both(
      "codable", CodableValues.self, { Point(x: $0, y: "\($0 * 7_919)") },
      read: { (point: Point) in point }, write: { $0 })

  // MARK: Models

  private protocol Converted: Mappable, Equatable {
    associatedtype Element: Equatable
    var values: [Element] { get set }
  }

  private struct Plain<Element: Codable>: Codable {
    var values: [Element]
  }

  private struct Characters: Converted {
    @Mapped var values: [Character]
  }
  private struct TimeZones: Converted {
    @Mapped var values: [TimeZone]
  }
  private struct Locales: Converted {
    @Mapped var values: [Locale]
  }
  private struct Colors: Converted {
    @Mapped(transform: .hexColor) var values: [RGBAColor]
  }
  private struct Stringified: Converted {
    @Mapped(transform: .stringifiedJSON([Int].self)) var values: [[Int]]
  }
  private struct RawValues: Converted {
    @Mapped(transform: .rawValue(Size.self)) var values: [Size]
  }
  private struct CodableValues: Converted {
    @Mapped(transform: .codable(Point.self)) var values: [Point]
  }

  private enum Size: String, Codable, CaseIterable {
    case small, medium, large
  }
  private struct Point: Codable, Equatable {
    var x: Int
    var y: String
  }

  private static let zones = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "GMT"]

  @Sendable private static func color(_ number: Int) -> RGBAColor {
    RGBAColor(
      red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
      blue: UInt8(truncatingIfNeeded: number))
  }
  @Sendable private static func hexText(_ color: RGBAColor) -> String {
    let bytes = [color.red, color.green, color.blue].map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "#" + bytes.joined()
  }

  // MARK: Groups

  /// - Parameters:
  ///   - value: the value with a number.
  ///   - read: makes a value of what `JSONDecoder` reads.
  ///   - write: makes what `JSONEncoder` writes of a value.
  private static func both<Model: Converted, JSON: Codable>(
    _ name: String, _ type: Model.Type, _ value: @escaping @Sendable (Int) -> Model.Element,
    read: @escaping @Sendable (JSON) throws -> Model.Element,
    write: @escaping @Sendable (Model.Element) throws -> JSON
  ) -> [BenchmarkGroup] {
    let prepare = { @Sendable in
      var model = Model()
      model.values = (0..<count).map(value)
      let document = try model.encode()
      let decode = { try decoder.decode(Plain<JSON>.self, from: document).values.map(read) }
      let encode = { try encoder.encode(Plain(values: model.values.map(write))) }
      let agreement = Agreement(about: name)
      try agreement.requireEqual(decode(), model.values, "the values by hand are others")
      try agreement.requireEqual(
        Model.decode(from: encode()).values, model.values, "MirrorMap reads other values")
      return (model, document, decode, encode)
    }
    return [
      group("values decode \(name)", Names.decoder) {
        let (_, document, decode, _) = try prepare()
        return [
          Contender(Names.decoder, items: document.count) { blackHole(try decode()) },
          Contender(Names.mirrorMap, items: document.count) {
            blackHole(try Model.decode(from: document))
          },
        ]
      },
      group("values encode \(name)", Names.encoder) {
        let (model, document, _, encode) = try prepare()
        return [
          Contender(Names.encoder, items: document.count) { blackHole(try encode()) },
          Contender(Names.mirrorMap, items: document.count) { blackHole(try model.encode()) },
        ]
      },
    ]
  }

  private static func group(
    _ name: String, _ baseline: String, _ prepare: @escaping @Sendable () throws -> [Contender]
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: name,
      summary: "an array of \(count.formatted()) values, those of Foundation converted by hand",
      metric: .throughput,
      baselines: [baseline],
      contenders: [baseline, Names.mirrorMap],
      goals: [Names.mirrorMap: .ratio(atLeast: 5)],
      prepare: { _ in try prepare() })
  }
}

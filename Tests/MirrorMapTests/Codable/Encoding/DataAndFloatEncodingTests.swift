import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// The strategies for data, and for numbers that JSON doesn't have.
struct DataAndFloatEncodingTests {
  private static let data = [
    Data(), Data([0]), Data([1, 2]), Data([1, 2, 3]), Data([255, 254, 253, 252]),
    Data((0..<255).map(\.self)), Data(repeating: 0xFB, count: 1000), Data([0, 1, 2, 3])[1...2],
  ]

  private static func settings(_ strategy: JSONEncoder.DataEncodingStrategy) -> EncoderSettings {
    EncoderSettings { $0.dataEncodingStrategy = strategy }
  }

  @Test func base64() {
    EncodingAgreement.expect(each: Self.data)
    EncodingAgreement.expectRoundTrip(Self.data.map { Data($0) })
  }

  @Test func deferredData() {
    EncodingAgreement.expect(each: Self.data, Self.settings(.deferredToData))
    var settings = Self.settings(.deferredToData)
    settings.decoding.dataDecodingStrategy = .deferredToData
    EncodingAgreement.expectRoundTrip(Self.data.map { Data($0) }, settings)
  }

  @Test func closures() {
    let strategies: [JSONEncoder.DataEncodingStrategy] = [
      .custom { data, encoder in try data.count.encode(to: encoder) },
      .custom { data, encoder in try Array(data).encode(to: encoder) },
      .custom { data, encoder in
        var container = encoder.container(keyedBy: CodableAnyKey.self)
        try container.encode(data.count, forKey: "theCount")
        try container.encode(Date(timeIntervalSince1970: 0), forKey: "date")
      },
      .custom { _, _ in },
      .custom { _, encoder in _ = encoder.container(keyedBy: CodableAnyKey.self) },
      .custom { _, encoder in try Double.nan.encode(to: encoder) },
      .custom { _, encoder in throw CocoaError(.userCancelled) },
    ]
    for strategy in strategies {
      EncodingAgreement.expect(each: Array(Self.data.prefix(3)), Self.settings(strategy))
    }
  }

  @Test func bytesAreNoData() {
    EncodingAgreement.expect(each: [[UInt8]([1, 2, 3])])
    EncodingAgreement.expect([[UInt8]([])])
  }

  @Test func methodsOfDataBypassTheStrategy() {
    EncodingAgreement.run { encoder, _ in try Data([1, 2]).encode(to: encoder) }
  }

  private struct Numbers: Encodable {
    var double = 0.0
    var float: Float?
    var list: [Double] = []
    var points: [[Double]] = []
    var lines: [[[Double]]] = []
    var floats: [Float] = []
    var named: [String: Double] = [:]
    var graphic: CGFloat?
    enum CodingKeys: String, CodingKey {
      case double, float, list, points, lines, floats, named
      case graphic = "theGraphic"
    }
  }

  @Test func numbersThatJSONDoesNotHave() {
    for settings in [EncoderSettings(), .texts] {
      for number in [Double.infinity, -.infinity, .nan, -.nan, .signalingNaN] {
        EncodingAgreement.expect(each: [number], settings)
        EncodingAgreement.expect(each: [Float(number)], settings)
        EncodingAgreement.expect(each: [CGFloat(number)], settings)
        EncodingAgreement.expect([1, number, 2], settings)
        EncodingAgreement.expect([[1], [2, number]], settings)
        EncodingAgreement.expect([[[1]], [[2], [number]]], settings)
        EncodingAgreement.expect([number: 1.5], settings)
        EncodingAgreement.expect(Numbers(double: number), settings)
        EncodingAgreement.expect(Numbers(float: Float(number)), settings)
        EncodingAgreement.expect(Numbers(list: [1, number]), settings)
        EncodingAgreement.expect(Numbers(points: [[1, number]]), settings)
        EncodingAgreement.expect(Numbers(lines: [[], [[1, number]]]), settings)
        EncodingAgreement.expect(Numbers(floats: [1, Float(number)]), settings)
        EncodingAgreement.expect(Numbers(named: ["a": number]), settings)
        EncodingAgreement.expect(Numbers(graphic: CGFloat(number)), settings)
      }
    }
  }

  @Test func textsAreEscaped() {
    let settings = EncoderSettings {
      $0.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+/\"", negativeInfinity: "", nan: "\u{1}é")
    }
    EncodingAgreement.expect([.infinity, -.infinity, .nan, 1] as [Double], settings)
    EncodingAgreement.expect([.infinity, -.infinity, .nan, 1] as [Float], settings)
  }

  @Test func textsAreReadBack() {
    EncodingAgreement.expectRoundTrip([Double.infinity, -.infinity, 1, -0.0], .texts)
    EncodingAgreement.expectRoundTrip([[[Float.infinity, -.infinity, 1]]], .texts)
  }
}

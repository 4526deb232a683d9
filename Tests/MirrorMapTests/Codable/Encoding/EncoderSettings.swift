import Foundation
import MirrorMap

@testable import TestSupport

/// The options that both encoders have, so that one closure sets them for both.
struct EncoderSettings {
  var outputFormatting: JSONEncoder.OutputFormatting = [.sortedKeys]
  var dateEncodingStrategy = JSONEncoder.DateEncodingStrategy.deferredToDate
  var dataEncodingStrategy = JSONEncoder.DataEncodingStrategy.base64
  var nonConformingFloatEncodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy.throw
  var keyEncodingStrategy = JSONEncoder.KeyEncodingStrategy.useDefaultKeys
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// Whether the keys of nested containers may be missing in the paths of Foundation's errors.
  var skipsNestedKeys = false
  /// The options with which the decoders read what has been written.
  var decoding = CodableOptions()

  init(_ configure: (inout EncoderSettings) -> Void = { _ in }) { configure(&self) }

  static let snakeCase = EncoderSettings {
    $0.keyEncodingStrategy = .convertToSnakeCase
    $0.decoding = .snakeCase
  }

  static let nested = EncoderSettings { $0.skipsNestedKeys = true }

  static let texts = EncoderSettings {
    $0.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    $0.decoding.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  }

  /// The same with another layout.
  func with(_ formatting: JSONEncoder.OutputFormatting) -> EncoderSettings {
    var settings = self
    settings.outputFormatting = formatting
    return settings
  }

  /// Foundation's encoder with these options.
  func foundationEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = outputFormatting
    encoder.dateEncodingStrategy = dateEncodingStrategy
    encoder.dataEncodingStrategy = dataEncodingStrategy
    encoder.nonConformingFloatEncodingStrategy = nonConformingFloatEncodingStrategy
    encoder.keyEncodingStrategy = keyEncodingStrategy
    encoder.userInfo = userInfo
    return encoder
  }

  /// This library's encoder with these options.
  func mappingEncoder() -> MappingEncoder {
    let encoder = MappingEncoder()
    encoder.outputFormatting = outputFormatting
    encoder.dateEncodingStrategy = dateEncodingStrategy
    encoder.dataEncodingStrategy = dataEncodingStrategy
    encoder.nonConformingFloatEncodingStrategy = nonConformingFloatEncodingStrategy
    encoder.keyEncodingStrategy = keyEncodingStrategy
    encoder.userInfo = userInfo
    return encoder
  }
}

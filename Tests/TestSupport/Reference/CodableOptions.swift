import Foundation
import MirrorMap

/// The options that both decoders have, so that one closure sets them for both.
struct CodableOptions {
  var dateDecodingStrategy = JSONDecoder.DateDecodingStrategy.deferredToDate
  var dataDecodingStrategy = JSONDecoder.DataDecodingStrategy.base64
  var nonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy.throw
  var keyDecodingStrategy = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  var allowsJSON5 = false
  var assumesTopLevelDictionary = false

  init(_ configure: (inout CodableOptions) -> Void = { _ in }) { configure(&self) }

  static let json5 = CodableOptions { $0.allowsJSON5 = true }
  static let snakeCase = CodableOptions { $0.keyDecodingStrategy = .convertFromSnakeCase }

  /// Foundation's decoder with these options.
  func foundationDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = dateDecodingStrategy
    decoder.dataDecodingStrategy = dataDecodingStrategy
    decoder.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
    decoder.keyDecodingStrategy = keyDecodingStrategy
    decoder.userInfo = userInfo
    decoder.allowsJSON5 = allowsJSON5
    if assumesTopLevelDictionary { decoder.assumesTopLevelDictionary = true }
    return decoder
  }

  /// This library's decoder with these options.
  func mappingDecoder() -> MappingDecoder {
    let decoder = MappingDecoder()
    decoder.dateDecodingStrategy = dateDecodingStrategy
    decoder.dataDecodingStrategy = dataDecodingStrategy
    decoder.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
    decoder.keyDecodingStrategy = keyDecodingStrategy
    decoder.userInfo = userInfo
    decoder.allowsJSON5 = allowsJSON5
    if assumesTopLevelDictionary { decoder.assumesTopLevelDictionary = true }
    return decoder
  }
}

import EssentialFoundation

/// The options of a decoder, as they are when decoding begins.
struct DecoderOptions {
  var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
  var data = JSONDecoder.DataDecodingStrategy.base64
  var floats = JSONDecoder.NonConformingFloatDecodingStrategy.throw
  var keys = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  var allowsJSON5 = false
  var assumesTopLevelDictionary = false
  /// Whether documents may be UTF-16 or UTF-32; the elements of streams may not.
  var allowsOtherEncodings = true
  var mapper = Mapper.default
}

import EssentialFoundation

/// The options of an encoder, as they are when encoding begins.
struct EncoderOptions {
  var formatting: JSONEncoder.OutputFormatting = []
  var dates = JSONEncoder.DateEncodingStrategy.deferredToDate
  var data = JSONEncoder.DataEncodingStrategy.base64
  var floats = JSONEncoder.NonConformingFloatEncodingStrategy.throw
  var keys = JSONEncoder.KeyEncodingStrategy.useDefaultKeys
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  var mapper = Mapper.default

  /// What remains to be done when all has been written.
  var layout: EncodingOptions {
    var layout: EncodingOptions = []
    if formatting.contains(.prettyPrinted) { layout.insert(.prettyPrinted) }
    if formatting.contains(.sortedKeys) { layout.insert(.sortedKeys) }
    return layout
  }
}

extension JSONReference {
  /// A document with a byte-order mark, values of all kinds, and everything else that the grammar permits.
  static let document = Array(
    """
    \u{FEFF} {"id": -12.5e+3 ,"náme":"a\\u00e9\\ud83d\\ude00\\n\\"x","list":[true,false,null,[],{},0,
    \t1.0E-2, 9007199254740993, 123456789012345678901234567890],"☃ and a long key of many bytes":
    {"deep":[[[{"x":[1]}]]], "text":"plain text that is longer than sixteen bytes 中文字 👩‍👩‍👧","e":""},
    "zero":-0,"tiny":1e-400}

    """.utf8)
}

/// How much a scalar value may be bent to fit the type that is asked for.
///
/// Many services send `"42"` for 42 and 1 for `true`. Coercion takes these, by a table; whatever is
/// not in it stays an error, as it is without coercion.
///
/// ```swift
/// var mapper = Mapper()
/// mapper.coercion = .lossless
/// try [Int].decode(from: #"["1", 2]"#, using: mapper)   // [1, 2]
/// ```
///
/// It is applied where `Bool`, an integer, `Double`, `Float`, `Decimal`, ``JSONNumber`` or `String`
/// is read: also inside of optionals, containers, raw representable types and types that read
/// themselves from a ``JSONReader``. Keys of objects are not values and are not coerced, nor is
/// anything into `Date`, `URL`, `UUID`, `Data` and ``JSONValue``.
///
/// | read as        | in the document               | `.none` | `.lossless`  | `.lenient`   |
/// |----------------|-------------------------------|---------|--------------|--------------|
/// | an integer     | `42`, `42.0`, `4.2e1`         | 42      | 42           | 42           |
/// |                | `"42"`, `"42.0"`, `"4.2e1"`   | error   | 42           | 42           |
/// |                | `3.9`, `-3.9`                 | error   | error        | 3, -3        |
/// |                | `"3.9"`, `"-3.9"`             | error   | error        | 3, -3        |
/// |                | `true`, `false`               | error   | error        | 1, 0         |
/// |                | `" 42 "`                      | error   | error        | 42           |
/// | `Double`, `Float`, `Decimal`, `JSONNumber` | `1.5` | 1.5 | 1.5          | 1.5          |
/// |                | `"1.5"`                       | error   | 1.5          | 1.5          |
/// |                | `true`, `false`               | error   | error        | 1, 0         |
/// |                | `" 1.5 "`                     | error   | error        | 1.5          |
/// | `Bool`         | `true`, `false`               | itself  | itself       | itself       |
/// |                | `"true"`, `"false"`           | error   | true, false  | true, false  |
/// |                | `1`, `0`, `1.0`, `-0`         | error   | error        | true, false  |
/// |                | `"1"`, `"yes"`, `"y"`, `"on"`, `"t"`, `" TRUE "` | error | error | true   |
/// |                | `"0"`, `"no"`, `"n"`, `"off"`, `"f"`, `" False "` | error | error | false |
/// | `String`       | `"a"`                         | "a"     | "a"          | "a"          |
/// |                | `42`, `1.50`, `1e3`           | error   | "42", "1.50", "1e3" | the same |
/// |                | `true`, `false`               | error   | "true", "false" | the same  |
///
/// The fine print:
/// - Text is a number only if all of it is *one number of JSON*, converted as the number itself
///   would be. `""`, `"+5"`, `".5"`, `"5."`, `"007"`, `"0x10"`, `"1,000"`, `"6abc"`, `"NaN"` and
///   digits outside of ASCII are none, at any level.
/// - Numbers out of range are errors at any level, whether they are text or not: 300 and `"300"`
///   for `Int8`, `"1e400"` for `Double`. Where a fraction is dropped, what is left counts: 127.9
///   is the `Int8` 127, and -0.5 the `UInt8` 0.
/// - Numbers as strings are their source text, to the character.
/// - Words may have any ASCII case, and ASCII white space may surround words and numbers, only if
///   `.lenient`. The number must be 1 or 0 to be a `Bool`; 2 is an error, and so is `"1.0"`.
/// - `null`, arrays and objects are never coerced, nor is anything coerced into them.
///
/// Where the types match, coercion costs nothing. Text becomes a number in place, without an
/// allocation unless it has escape sequences.
public enum Coercion: Sendable {
  /// Nothing is coerced.
  case none
  /// Only what loses nothing: text that is a number, `"true"` and `"false"`, and the ways back.
  case lossless
  /// Also what is customary: 1 and 0, `"yes"` and `"no"`, numbers without their fraction.
  case lenient
}

/// Which scalar values of other types are accepted as values of the requested type.
///
/// Many services send `"42"` for 42 and 1 for `true`. Coercion accepts these according to a table.
/// Everything that isn't in the table is an error, as it is without coercion.
///
/// ```swift
/// var mapper = Mapper()
/// mapper.coercion = .lossless
/// try [Int].decode(from: #"["1", 2]"#, using: mapper)   // [1, 2]
/// ```
///
/// It applies to `Bool`, integers, `Double`, `Float`, `Decimal`, ``JSONNumber``, and `String`, also
/// inside optionals, containers, `RawRepresentable` types, and types that read themselves from a
/// ``JSONReader``. Keys of objects aren't coerced, and neither are `Date`, `URL`, `UUID`, `Data`,
/// and ``JSONValue``.
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
/// | an array of models or dictionaries | `{"id": 1}` | error | error      | an array of this object |
///
/// In detail:
/// - A string is a number only if all of it is *one JSON number*, converted as the number itself would
///   be. `""`, `"+5"`, `".5"`, `"5."`, `"007"`, `"0x10"`, `"1,000"`, `"6abc"`, `"NaN"`, and digits
///   outside of ASCII aren't numbers at any level.
/// - Numbers out of range are errors at any level, also as text: 300 and `"300"` for `Int8`,
///   `"1e400"` for `Double`. If a fraction is dropped, the rest counts: 127.9 is the `Int8` 127,
///   and -0.5 the `UInt8` 0.
/// - A number decoded as a string is its text in the document, character for character.
/// - Only `.lenient` accepts words in any ASCII case, and ASCII white space around words and
///   numbers. A number has to be 1 or 0 to be a `Bool`; 2 is an error, and so is `"1.0"`.
/// - Services that were converted from XML write a list of one as the object itself. Only `.lenient`
///   accepts that, also for sets and in arrays of arrays. Other values aren't made arrays.
/// - `null` and arrays are never coerced, and nothing is coerced to them or to objects.
///
/// Coercion costs nothing if the types match. A string is converted to a number in place, without an
/// allocation unless it has escape sequences.
public enum Coercion: Sendable {
  /// Nothing is coerced.
  case none
  /// Only lossless conversions: between strings and numbers, and between strings and Booleans.
  case lossless
  /// Also customary conversions: 1 and 0, `"yes"` and `"no"`, and numbers without their fraction.
  case lenient
}

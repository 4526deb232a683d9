/// A model: a type whose mapped properties are read from and written to a JSON object.
///
/// Annotate the properties and give the type an initializer without arguments. Structs whose properties
/// all have defaults or are mapped have one already.
///
/// ```swift
/// struct User: Mappable {
///   @Mapped("id") var id: Int
///   @Mapped("profile.name") var name: String
///   @Mapped var email: String?
/// }
///
/// var user = try User.decode(from: data)
/// user.name = "Ada"
/// let json = try user.encode()
/// ```
///
/// Classes can be models as well, final or open, with mapped properties in superclasses. They declare
/// `required init()`. Actors cannot be models.
///
/// The first use of a type locates its properties by reflection, and calls its initializer a few times
/// for that. Later uses need no reflection.
///
/// A model prints its properties, `User(id: 7, name: "Ada", email: nil)`, unless it is
/// `CustomStringConvertible` or `CustomDebugStringConvertible`.
// `Mappable` deliberately refines neither of these protocols. Many models have a property `description`,
// which would become the witness and trap when it is printed unset, or, as a `String?`, lose against the
// default in `model.description == "text"`. No property can be the witness of `write(to:)`.
public protocol Mappable: MappableValue, TextOutputStreamable {
  /// Makes a model with its defaults. It is called once for each decoded model.
  init()
}

/// An object of the document from which an ``ImmutableMappable`` model reads its properties.
///
/// Values are asked for by key, with the semantics of `@Mapped`: key paths with indexes into arrays,
/// alternatives in the order in which they are given, transforms, defaults. What a value is, the
/// context tells:
///
/// ```swift
/// id = try object.value("id")                                    // let id: Int
/// zip = try object.value("addresses.0.zip", "zip")               // let zip: String?
/// born = try object.value("born", transform: .unixSeconds)       // let born: Date?
/// tags = try object.value("tags", default: [], onFailure: .lossy)
/// if try object.contains("id") { … }
/// ```
///
/// | `value("k")` as | key absent | `null` | wrong type |
/// |---|---|---|---|
/// | `Int` | error | error | error |
/// | `Int`, `default: 3` | 3 | 3 (an issue when reporting) | error (reporting: 3 and an issue) |
/// | `Int?` | nil | nil | error (reporting: nil and an issue) |
///
/// The object is read member by member as keys are asked for. Who asks in the document's order has
/// each byte read once; other members are passed over, and read when they are asked for. When the
/// initialiser has returned, what is left is validated, and keys that nobody has asked for are dealt
/// with as ``Mapper/unknownKeys`` says.
///
/// An error of ``value(_:_:nested:delimiter:coercion:onFailure:)`` may be caught, to try another way:
/// `try? object.value("id")`.
public struct ObjectReader: ~Copyable {
  /// What the document is read from.
  @usableFromInline let reader: Lent<JSONReader>
  /// What tells this object from all others.
  @usableFromInline let identity: Identity
  /// The type that is being read.
  let model: Any.Type
  /// Where the object begins.
  let start: BytePointer
  /// What was in force around the object.
  private let outer: Surroundings
  /// Whether the object is that of the model around it as well.
  var isFlattened: Bool { outer.scope.isFlattened }
  /// Whether keys are found whatever the case of their letters.
  let ignoresCase: Bool
  /// What is known of the object, and of objects and arrays in it that key paths lead through.
  var levels: [ObjectLevel]
  /// The alternatives that were not looked for, as others were there.
  var losers: [[String]] = []
  /// Keys of annotated models on this level, and members of immutable ones.
  var flattenedKeys: Set<KeyBytes> = []
  var flattenedMembers: Set<BytePointer> = []
  /// Whether keys that nobody asks for have been handed out.
  var keepsUnmapped = false
  /// The member whose value is being read.
  var place = ObjectPlace(level: 0, member: 0)
  /// What was in force before the value that is being read, if it changes that.
  var beforeValue: (scope: ReadingScope, coercion: Coercion)?

  private struct Surroundings {
    let scope: ReadingScope
    let coercion: Coercion
    let depth: Int
    var property: (model: Any.Type, name: String)?
  }

  /// Begins to read the object at the cursor.
  ///
  /// - Precondition: `reader` stays valid as long as this is used.
  /// - Throws: ``MappingError`` if there is no object.
  @usableFromInline
  init(_ reader: Lent<JSONReader>, _ model: Any.Type) throws(MappingError) {
    guard reader.pointee.current == .openBrace else {
      throw reader.pointee.mismatch("an object for \(model)")
    }
    let start = reader.pointee.cursor
    let depth = reader.pointee.remainingDepth
    levels = [try reader.pointee.openLevel(isObject: true, parent: nil)]
    self.reader = reader
    identity = ThreadState.current.makeIdentity()
    self.model = model
    self.start = start
    let scope = reader.pointee.scope
    var outer = Surroundings(
      scope: scope, coercion: reader.pointee.coercion, depth: depth)
    if scope.usesGeneralPath { outer.property = reader.pointee.setProperty(nil) }
    self.outer = outer
    if scope.usesGeneralPath { reader.pointee.returnToMapper() }
    ignoresCase = scope.strategy != 0 && KeyStrategies.strategy(scope.strategy).ignoresCase
  }

  /// Goes back to what was in force around the object.
  private func restore() {
    reader.pointee.remainingDepth = outer.depth
    guard outer.scope.usesGeneralPath else { return }
    (reader.pointee.scope, reader.pointee.coercion) = (outer.scope, outer.coercion)
    _ = reader.pointee.setProperty(outer.property)
  }

  /// Ends a model that has been read: validates the rest, and deals with the keys nobody asked for.
  @usableFromInline
  mutating func finish() throws(MappingError) {
    try settleKeys()
    let end = levels[0].cursor
    restore()
    reader.pointee.cursor = end
  }

  /// Ends a model that could not be read; the reader stands at the object again.
  ///
  /// - Returns: the error with its place.
  @usableFromInline
  @inline(never)
  mutating func abandon(_ error: any Error) -> MappingError {
    endValue()
    restore()
    reader.pointee.cursor = start
    let failure = reader.pointee.wrap(error, at: start).named(typeName(of: model))
    guard outer.scope.usesGeneralPath, levels[0].progress == .complete else { return failure }
    return failure.readToEnd(
      start - reader.pointee.start..<levels[0].cursor - reader.pointee.start)
  }
}

extension ObjectReader: HandedOut {
  @usableFromInline static var name: StaticString { "ObjectReader" }
}

extension ObjectReader {
  /// The options in force.
  public var mapper: Mapper { reader.pointee.mapper }

  /// What was handed to `decode` for transforms and values.
  public var context: MappingContext { reader.pointee.context }
}

extension JSONReader {
  /// Makes what the mapper says be in force, whatever a property around says.
  fileprivate mutating func returnToMapper() {
    let strategy = scope.strategy
    scope = sharedSession.pointee.scope
    scope.strategy = strategy
    // A strategy that came from a model around this one holds in the models inside it as well.
    scope.usesGeneralPath = scope.usesGeneralPath || strategy != 0
    coercion = sharedSession.pointee.mapper.coercion
  }
}

/// The mapped properties of an instance, as Mirror shows them: superclasses first, then in the
/// order of declaration.
struct PropertyWalk {
  /// One mapped property.
  struct Property {
    /// Its name as the user wrote it.
    let name: String
    let wrapper: FieldWrapper
    let token: UInt16?
  }

  private(set) var properties: [Property] = []

  /// Walks through `instance`.
  ///
  /// - Parameters:
  ///   - recorder: knows whether a wrapper inside another wrapper was declared here.
  ///   - isModel: distinguishes models, which may hold mapped properties of their own, from other
  ///     values.
  /// - Throws: ``MappingError`` naming a property that would otherwise vanish silently.
  init(
    _ instance: Any, typeName: String, recorder: Recorder, isModel: (Any) -> Bool
  ) throws(MappingError) {
    if instance is any CustomReflectable {
      throw .declaration(
        typeName, nil, "a type that is CustomReflectable hides its stored properties")
    }
    var mirrors: [Mirror] = []
    var next: Mirror? = Mirror(reflecting: instance)
    while let mirror = next {
      mirrors.append(mirror)
      next = mirror.superclassMirror
    }
    for mirror in mirrors.reversed() {
      let children = mirror.children
      for child in children {
        try add(child, typeName: typeName, recorder: recorder, isModel: isModel)
      }
    }
    let isStripped =
      mirrors.allSatisfy(\.children.isEmpty) || mirrors.contains(where: Self.isStrippedClass)
    if isStripped, recorder.count > properties.count {
      throw .declaration(
        typeName, nil,
        "its reflection metadata is stripped; build without -disable-reflection-metadata")
    }
    if properties.isEmpty { throw .declaration(typeName, nil, "it has no mapped property") }
  }

  /// Whether this is a class that has stored properties and shows none: one from a module without
  /// reflection metadata, above or below others in a hierarchy.
  private static func isStrippedClass(_ mirror: Mirror) -> Bool {
    guard mirror.children.isEmpty, let type = mirror.subjectType as? AnyClass,
      // Classes of Objective-C, whose names have no module, show nothing and map nothing.
      String(reflecting: type).contains(".")
    else { return false }
    let superclass: AnyClass? = mirror.superclassMirror?.subjectType as? AnyClass
    let inherited = superclass.map(ClassExtents.instanceSize) ?? 2 * MemoryLayout<Int>.size
    return ClassExtents.instanceSize(of: type) > inherited
  }

  private mutating func add(
    _ child: Mirror.Child, typeName: String, recorder: Recorder, isModel: (Any) -> Bool
  ) throws(MappingError) {
    guard let wrapper = Self.wrapper(of: child.value, recorder) else {
      return try Self.rejectHidden(child, typeName, recorder, isModel)
    }
    guard let label = child.label, !label.isEmpty else {
      throw .declaration(
        typeName, nil,
        "a mapped property has no name; build without -disable-reflection-names")
    }
    let token = wrapper.type.token(of: child.value)
    properties.append(Property(name: Self.propertyName(label), wrapper: wrapper, token: token))
  }

  /// The type of the property wrapper that a value is, if it is one.
  private static func wrapper(
    of value: Any, _ recorder: Recorder
  ) -> FieldWrapper? {
    if let known = recorder.wrapper(type(of: value)) { return known }
    return (value as? any AnnotatedField).map { FieldWrapper(type(of: $0)) }
  }

  /// Whether this is the name of a wrapper's storage: that of `@Mapped var name` is `_name`.
  private static func isStorage(_ label: String) -> Bool { unquoted(label).hasPrefix("_") }

  /// The name of the property whose wrapper is stored under a label.
  static func propertyName(_ label: String) -> String {
    let name = unquoted(label)
    return name.hasPrefix("_") ? String(name.dropFirst()) : name
  }

  /// Mirror shows names that aren't plain identifiers in backticks, `` `_first name` ``, and spaces
  /// in them as they are mangled, as U+00A0.
  private static func unquoted(_ label: String) -> String {
    guard label.hasPrefix("`") else { return label }
    return String(label.dropFirst().dropLast().map { $0 == "\u{A0}" ? " " : $0 })
  }

  /// Finds a mapped property inside another wrapper's storage.
  ///
  /// A plain property may hold models with mapped properties of their own; a wrapper's storage,
  /// whose name begins with an underscore, may hold models as well, but no bare `Mapped`.
  private static func rejectHidden(
    _ child: Mirror.Child, _ typeName: String, _ recorder: Recorder, _ isModel: (Any) -> Bool
  ) throws(MappingError) {
    guard let label = child.label, isStorage(label), !isModel(child.value),
      holdsField(child.value, recorder, isModel, depth: 4)
    else { return }
    throw .declaration(
      typeName, propertyName(label),
      "@Mapped lies inside another wrapper (\(type(of: child.value))); it must be the outermost")
  }

  /// Whether a wrapper's storage holds a mapped property, be it in a wrapper inside the wrapper.
  private static func holdsField(
    _ value: Any, _ recorder: Recorder, _ isModel: (Any) -> Bool, depth: Int
  ) -> Bool {
    let mirror = Mirror(reflecting: value)
    guard depth > 0, mirror.displayStyle == .struct || mirror.displayStyle == .class else {
      return false
    }
    return mirror.children.contains { child in
      if let wrapper = wrapper(of: child.value, recorder) {
        return wrapper.type.token(of: child.value).map(recorder.issued) == true
      }
      return !isModel(child.value) && holdsField(child.value, recorder, isModel, depth: depth - 1)
    }
  }
}

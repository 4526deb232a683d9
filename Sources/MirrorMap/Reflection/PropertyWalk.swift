/// The mapped properties of an instance, as Mirror shows them: superclasses first, then in the
/// order of declaration.
struct PropertyWalk {
  /// One mapped property.
  struct Property {
    /// Its name as the user wrote it.
    let name: String
    /// The type that declares it: that of the instance, or a superclass.
    let owner: Any.Type
    let wrapper: FieldWrapper
    let token: UInt16?
  }

  private let model: Any.Type
  /// Knows whether a wrapper inside another wrapper was declared here.
  let recorder: Recorder
  /// The types of wrappers that were declared here.
  private let wrappers: [FieldWrapper]
  /// Distinguishes models, which may hold mapped properties of their own, from other values.
  private let isModel: (Any) -> Bool

  /// - Parameter recorder: That of the instances, which have been made.
  init(model: Any.Type, recorder: Recorder, isModel: @escaping (Any) -> Bool) {
    (self.model, self.recorder, self.isModel) = (model, recorder, isModel)
    wrappers = recorder.wrappers
  }

  private var typeName: String { MirrorMap.typeName(of: model) }

  /// The mapped properties: superclasses first, then in the order of declaration.
  ///
  /// - Throws: ``MappingError`` naming a property that would otherwise vanish silently.
  func properties(of instance: Any) throws(MappingError) -> [Property] {
    var mirrors = [Mirror(reflecting: instance)]
    // `Mirror` has asked the runtime this, which remembers the answer.
    if instance is any CustomReflectable {
      throw .declaration(
        typeName, nil, "a type that is CustomReflectable hides its stored properties")
    }
    switch mirrors[0].displayStyle {
    case .struct, .class: break
    // `Mirror` shows the payload of an enum's case like a property.
    default: throw .declaration(typeName, nil, "it is neither a struct nor a class")
    }
    while let superclass = mirrors[mirrors.count - 1].superclassMirror {
      mirrors.append(superclass)
    }
    // Bare is what shows no stored property, mapped or not.
    var (properties, isBare): ([Property], Bool) = ([], true)
    properties.reserveCapacity(recorder.count)
    for mirror in mirrors.reversed() {
      let owner = mirror.subjectType
      // Unlike a loop, `map` needs no iterator, whose type takes the runtime as long as a model to set up.
      let found = try mirror.children.map { (child) throws(MappingError) in
        try property(child.label, child.value, of: owner)
      }
      if !found.isEmpty { isBare = false }
      for case let property? in found { properties.append(property) }
    }
    // Whether it has stored properties that it doesn't show.
    func isStripped() -> Bool {
      mirrors[0].displayStyle == .struct
        ? isBare && Self.size(of: instance) > 0 : mirrors.contains(where: Self.isStrippedClass)
    }
    if recorder.count > properties.count, isStripped() {
      throw .declaration(
        typeName, nil,
        "its reflection metadata is stripped; build without -disable-reflection-metadata")
    }
    // A type without any stored property, as a generic model may have for an argument, is an empty object.
    // In others, `@Mapped` was probably forgotten.
    if properties.isEmpty, !isBare || isStripped() {
      throw .declaration(typeName, nil, "it has no mapped property")
    }
    return properties
  }

  private static func size<Value>(of value: Value) -> Int { MemoryLayout<Value>.size }

  /// Whether this is a class that has stored properties and shows none: one from a module without
  /// reflection metadata, above or below others in a hierarchy.
  private static func isStrippedClass(_ mirror: Mirror) -> Bool {
    guard mirror.children.isEmpty, let type = mirror.subjectType as? AnyClass,
      // Classes of Objective-C, whose names have no module, show nothing and map nothing.
      String(reflecting: type).contains(".")
    else { return false }
    let superclass: AnyClass? = mirror.superclassMirror?.subjectType as? AnyClass
    let inherited = superclass.map(ModelMemory.instanceSize) ?? 2 * MemoryLayout<Int>.size
    return ModelMemory.instanceSize(of: type) > inherited
  }

  private func property(
    _ label: String?, _ value: Any, of owner: Any.Type
  ) throws(MappingError) -> Property? {
    guard let wrapper = wrapper(of: value) else {
      try rejectHidden(label, value)
      return nil
    }
    guard let label, !label.isEmpty else {
      throw .declaration(
        typeName, nil, "a mapped property has no name; build without -disable-reflection-names")
    }
    // The wrapper of a variable has a name that begins so. One that is stored in a constant must not change; Mirror can't
    // tell `let _id` from `@Mapped var id`.
    guard Self.unquoted(label).utf8.first == UInt8(ascii: "_") else {
      throw .declaration(
        typeName, label, "it isn't declared with an attribute, such as @Mapped var \(label)")
    }
    return Property(
      name: Self.propertyName(label), owner: owner, wrapper: wrapper,
      token: wrapper.token(of: value))
  }

  /// The type of the property wrapper that a value is, if it is one.
  private func wrapper(of value: Any) -> FieldWrapper? {
    let known = type(of: value)
    if let wrapper = wrappers.first(where: { $0.type == known }) { return wrapper }
    // A cast of the value, not of its type, also finds a wrapper in an optional.
    guard let field = value as? any AnnotatedField else { return nil }
    let type: any AnnotatedField.Type = type(of: field)
    return FieldWrapper(type)
  }

  /// The name of the property whose wrapper is stored under a label.
  static func propertyName(_ label: String) -> String {
    let name = unquoted(label)
    // Bytes, because characters would have to be found.
    return name.utf8.first == UInt8(ascii: "_") ? String(Substring(name.utf8.dropFirst())) : name
  }

  /// Mirror shows names that aren't plain identifiers in backticks, `` `_first name` ``, and spaces
  /// in them as they are mangled, as U+00A0.
  private static func unquoted(_ label: String) -> String {
    guard label.utf8.first == UInt8(ascii: "`") else { return label }
    return String(label.dropFirst().dropLast().map { $0 == "\u{A0}" ? " " : $0 })
  }

  /// Finds a mapped property inside another wrapper's storage.
  ///
  /// A plain property may hold models with mapped properties of their own; a wrapper's storage,
  /// `_name` for `@Mapped var name`, may hold models as well, but no bare `Mapped`.
  private func rejectHidden(_ label: String?, _ value: Any) throws(MappingError) {
    guard let label, Self.unquoted(label).hasPrefix("_"), !isModel(value),
      holdsField(value, depth: 4)
    else { return }
    throw .declaration(
      typeName, Self.propertyName(label),
      "@Mapped lies inside another wrapper (\(type(of: value))); it must be the outermost")
  }

  /// Whether a wrapper's storage holds a mapped property, be it in a wrapper inside the wrapper.
  private func holdsField(_ value: Any, depth: Int) -> Bool {
    let mirror = Mirror(reflecting: value)
    guard depth > 0, mirror.displayStyle == .struct || mirror.displayStyle == .class else {
      return false
    }
    return mirror.children.contains { child in
      if let wrapper = wrapper(of: child.value) {
        return wrapper.token(of: child.value).map(recorder.issued) == true
      }
      return !isModel(child.value) && holdsField(child.value, depth: depth - 1)
    }
  }
}

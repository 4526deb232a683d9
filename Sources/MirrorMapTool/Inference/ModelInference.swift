/// Infers the types of values from evidence.
struct ModelInference {
  private(set) var result = InferredTypes(root: InferredType(name: "JSONValue"))
  private var names: TypeNames

  /// - Parameter evidence: of the samples; it's merged further.
  init(_ evidence: Evidence, _ options: InferenceOptions) {
    ShapeMerging(root: evidence).run()
    let places = evidence.modelPlaces()
    let isElement = places.first?.isElement == true
    let name =
      options.name ?? options.file.map { SwiftName.type(ofFile: $0, isElement: isElement) }
      ?? "Model"
    let root = SwiftName.typesInUse.contains(name) ? name + "Model" : name
    names = TypeNames(places, root: root)
    result.root = element(evidence, key: root, parent: "")
    var done: Set<ObjectIdentifier> = []
    for place in places where done.insert(ObjectIdentifier(place.object)).inserted {
      result.models.append(model(place.object))
    }
    result.enums.sort { $0.name < $1.name }
  }

  private mutating func model(_ object: ObjectEvidence) -> InferredModel {
    let name = names.name(of: object)
    var properties: [InferredModel.Property] = []
    var taken: [String: Int] = [:]
    for member in object.members {
      let own = SwiftName.unused(SwiftName.property(member.key), &taken)
      let (value, count) = (member.value, object.count)
      let missing = count - member.count
      let isOptional = missing > 0 || value.nulls > 0
      var type = type(of: value, key: member.key, parent: name)
        .withinReachOfTransform(outerLevels: isOptional ? 1 : 0)
      var remarks = type.comment.map { [$0] } ?? []
      if missing > 0 { remarks.append("missing in \(missing) of \(count)") }
      if value.nulls > 0 { remarks.append("null in \(value.nulls) of \(count)") }
      type.comment = remarks.isEmpty ? nil : remarks.joined(separator: ", ")
      properties.append(
        .init(name: own, key: member.key, type: type, isOptional: isOptional))
    }
    return InferredModel(
      name: name, count: object.count, properties: properties,
      isRecursive: Self.containsItself(object))
  }

  /// Whether objects contain themselves without an array or dictionary in between.
  private static func containsItself(_ object: ObjectEvidence) -> Bool {
    var visited: Set<ObjectIdentifier> = []
    func reaches(_ other: ObjectEvidence) -> Bool {
      other.members.contains { member in
        guard member.value.kinds.count == 1, let inner = member.value.objects?.current,
          inner.values == nil
        else { return false }
        return inner === object
          || (visited.insert(ObjectIdentifier(inner)).inserted && reaches(inner))
      }
    }
    return reaches(object)
  }

  // MARK: Types of values

  private mutating func type(
    of evidence: Evidence, key: String, isElement: Bool = false, parent: String
  ) -> InferredType {
    let kinds = evidence.kinds
    guard kinds.count == 1 else {
      let counts = kinds.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
      return InferredType(
        name: "JSONValue", comment: kinds.isEmpty ? nil : "of several kinds: \(counts)")
    }
    if evidence.bools > 0 { return InferredType(name: "Bool") }
    if evidence.numbers.count > 0 { return Self.type(of: evidence.numbers) }
    if evidence.texts.count > 0 {
      return type(of: evidence.texts, key: key, isElement: isElement, parent: parent)
    }
    if evidence.arrays > 0 {
      return element(evidence.elements, key: key, parent: parent).wrapped { "[\($0)]" }
    }
    guard let object = evidence.objects else { return InferredType(name: "JSONValue") }
    if let values = object.values {
      var type = element(values, key: key, parent: parent).wrapped { "[String: \($0)]" }
      let keys = object.distinctKeys
      let count =
        "\(keys == 1 ? "the only key" : "the \(keys) keys") of \(object.count) object"
        + "\(object.count == 1 ? "" : "s") \(keys == 1 ? "is" : "are") data"
      type.comment = [count, type.comment].compactMap { $0 }.joined(separator: ", ")
      return type
    }
    guard object.keyCount > 0 else {
      return InferredType(name: "[String: JSONValue]", comment: "always empty")
    }
    return InferredType(name: names.name(of: object))
  }

  /// The type of an array's elements, a dictionary's values, or the samples.
  private mutating func element(
    _ evidence: Evidence?, key: String, parent: String
  ) -> InferredType {
    guard let evidence, !evidence.kinds.isEmpty else {
      return InferredType(
        name: "JSONValue", comment: evidence == nil ? "always empty" : "always null")
    }
    let type = type(of: evidence, key: key, isElement: true, parent: parent)
    return evidence.nulls > 0 && type.name != "JSONValue" ? type.wrapped { $0 + "?" } : type
  }

  private static func type(of numbers: NumberEvidence) -> InferredType {
    let exact = numbers.exceedsDecimal ? "JSONNumber" : "Decimal"
    if numbers.fractions == 0 {
      let name =
        switch numbers.width {
        case .int: "Int"
        case .uint64: "UInt64"
        case .int128: "Int128"
        case .uint128: "UInt128"
        case .none: exact
        }
      return InferredType(name: name, needsFoundation: name == "Decimal")
    }
    guard numbers.inexact > 0 else { return InferredType(name: "Double") }
    return InferredType(
      name: exact,
      comment: "a Double doesn't hold \(numbers.inexact) of \(numbers.count)",
      needsFoundation: exact == "Decimal")
  }

  private mutating func type(
    of texts: TextEvidence, key: String, isElement: Bool, parent: String
  ) -> InferredType {
    let all = texts.count == 1 ? "the only string is" : "all \(texts.count) strings are"
    func foundation(_ name: String, _ what: String, _ transform: String? = nil) -> InferredType {
      InferredType(
        name: name, transform: transform, comment: "\(all) \(what)", needsFoundation: true)
    }
    let format = texts.forms.dateFormat
    if texts.forms.contains(.date), format != TextForms.dateFormats[0] {
      return foundation("Date", texts.count == 1 ? "a date" : "dates")
    }
    if let format {
      let transform = ".date(format: \(SwiftName.literal(format)))"
      return foundation("Date", texts.count == 1 ? "a date" : "dates", transform)
    }
    if texts.forms.contains(.uuid) {
      let spelling = texts.forms.contains(.uppercase) ? "" : ", which will be written in uppercase"
      return foundation("UUID", (texts.count == 1 ? "a UUID" : "UUIDs") + spelling)
    }
    if texts.forms.contains(.url) { return foundation("URL", texts.count == 1 ? "a URL" : "URLs") }
    guard let values = texts.distinct, Self.areCases(values, of: texts.count) else {
      return InferredType(name: "String")
    }
    let name = names.name(ofEnum: key, isElement: isElement, values: values, parent: parent)
    if let index = result.enums.firstIndex(where: { $0.name == name }) {
      result.enums[index].count += texts.count
    } else {
      result.enums.append(.init(name: name, count: texts.count, values: values.sorted()))
    }
    return InferredType(
      name: name, comment: "\(values.count) different values in \(texts.count) strings")
  }

  /// Whether strings are names of cases: few different ones of many, each like an identifier.
  private static func areCases(_ values: Set<String>, of count: Int) -> Bool {
    guard values.count >= 2, values.count * 5 <= count, count >= 10 else { return false }
    return values.allSatisfy { value in
      value.utf8.count <= 40 && value.first?.isLetter == true
        && value.unicodeScalars.allSatisfy {
          $0.isASCII
            && ($0.properties.isAlphabetic || $0.properties.numericType != nil
              || "_- ./".unicodeScalars.contains($0))
        }
    }
  }
}

import MirrorMap

/// The ways that look at many bytes at once or predict what comes, against plain ones.
enum FastPathTarget {
  static func check(_ input: UnsafeRawBufferPointer) {
    let content = Array(input)
    checkString(content)
    checkModels(content)
  }

  // MARK: Strings

  /// The bytes as a JSON string: a value, a key and a skipped value, at varying distances from the start of a
  /// block of sixteen bytes and from the end of the document.
  private static func checkString(_ content: [UInt8]) {
    let quoted = Array("\"".utf8) + content + Array("\"".utf8)
    let plain: [UInt8]? =
      if case .string(let text)? = JSONReference.read(quoted) { text } else { nil }
    for blanks in [0, 1, 7, 15, 16, 17] {
      let space = Array(repeating: UInt8(ascii: blanks == 17 ? "\n" : " "), count: blanks)
      let value = read(quoted + space) { try String.decode(from: $0) }
      require(value.value.map { Array($0.utf8) } == plain, "String: \(value)")
      let passed = read(space + quoted) { try SkippedValue.decode(from: $0) }
      require((passed.value == nil) == (plain == nil), "skipping: \(passed)")
    }
    let object = Array("{".utf8) + quoted + Array(":1}".utf8)
    let keys = read(object) { try [String: Int].decode(from: $0) }
    let found = read(object) { try Spelled.decode(from: $0) }
    guard let plain else {
      // Bytes that end the string may still be a part of an object.
      guard !JSONReference.accepts(object) else { return }
      require(keys.value == nil, "key: \(keys)")
      return require(found.value == nil, "key of a model: \(found)")
    }
    require(keys.value?.keys.first.map { Array($0.utf8) } == plain, "key: \(keys)")
    let model = Spelled.plainly(plain)
    require(found.value == model, "key of a model: \(found), plainly: \(model)")
  }

  private static func read<R>(
    _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws -> R
  ) -> Verdict<R> {
    withBytes(bytes) { bytes in Verdict { try body(bytes) } }
  }

  // MARK: Models

  /// Decodes the document into models, whose fields are set directly, and once more with a mapper that
  /// reports unknown keys, which takes the general path.
  private static func checkModels(_ document: [UInt8]) {
    compare(Everything.self, document)
    compare([Everything].self, document)
    compare(Fast.self, document)
    compare([Fast].self, document)
  }

  private static func compare<Model: MappableValue & Equatable>(
    _ type: Model.Type, _ document: [UInt8]
  ) {
    var careful = Mapper()
    careful.unknownKeys = .report
    let fast = read(document) { try type.decode(from: $0) }
    let slow = read(document) { try type.decode(from: $0, using: careful) }
    require(
      fast.complaint == slow.complaint, "\(type): \(fast.complaint)\ncareful: \(slow.complaint)")
    require(fast.value == slow.value, "\(type): \(fast)\ncareful: \(slow)")
  }
}

/// All kinds of fields that have a way of their own, and nothing that needs care.
struct Fast: Mappable, Equatable {
  @Mapped var id: Int?
  @Mapped var name: String?
  @Mapped var ok: Bool?
  @Mapped var speed: Double?
  @Mapped var number: Int = 1
  @Mapped var text: String = "a"
  @Mapped var flag: Bool = true
  @Mapped var ratio: Double = 0.5
  @Mapped var small: UInt8?
  @Mapped var float: Float?
  @Mapped var tags: [String]?
  @Mapped var counts: [Int]?
  @Mapped var ratios: [Double]?
  @Mapped var points: [[Double]]?
  @Mapped var stock: [String: Int]?
  @Mapped var next: [Fast]?
  @Mapped("user.name") var userName: String?
  @Mapped("user.tags.1") var secondTag: String?
}

/// Keys of many lengths.
struct Spelled: Mappable, Equatable {
  @Mapped("") var none: Int?
  @Mapped("a") var one: Int?
  @Mapped("é") var two: Int?
  @Mapped("key") var three: Int?
  @Mapped("seven77") var seven: Int?
  @Mapped("eight888") var eight: Int?
  @Mapped("fifteen15151515") var fifteen: Int?
  @Mapped("sixteen161616161") var sixteen: Int?
  @Mapped("a long key of more than sixteen bytes: 🏁") var long: Int?
  @Mapped("a\"b\\c\u{1}") var awkward: Int?

  /// The model of a document with one key, whose value is 1.
  static func plainly(_ key: [UInt8]) -> Spelled {
    var model = Spelled()
    let names: [(String, WritableKeyPath<Spelled, Int?>)] = [
      ("", \.none), ("a", \.one), ("é", \.two), ("key", \.three), ("seven77", \.seven),
      ("eight888", \.eight), ("fifteen15151515", \.fifteen), ("sixteen161616161", \.sixteen),
      ("a long key of more than sixteen bytes: 🏁", \.long), ("a\"b\\c\u{1}", \.awkward),
    ]
    for (name, path) in names where key.elementsEqual(name.utf8) { model[keyPath: path] = 1 }
    return model
  }
}

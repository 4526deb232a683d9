extension JSONObject: RandomAccessCollection {
  /// A key and its value.
  public typealias Element = (key: String, value: JSONValue)

  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }

  /// The member at a position in the order of the object.
  ///
  /// - Precondition: `position` is one of the collection's indices, as with an array.
  public subscript(position: Int) -> Element { (keyList[position], elements[position]) }

  /// The keys in order, as a view of the object.
  public var keys: Keys { Keys(object: self) }

  /// The values in order, as a view of the object.
  public var values: Values { Values(object: self) }

  /// The keys of an object, in order.
  public struct Keys: RandomAccessCollection, Sendable {
    let object: JSONObject

    public var startIndex: Int { 0 }
    public var endIndex: Int { object.count }
    public subscript(position: Int) -> String { object.keyList[position] }
  }

  /// The values of an object, in order.
  public struct Values: RandomAccessCollection, Sendable {
    let object: JSONObject

    public var startIndex: Int { 0 }
    public var endIndex: Int { object.count }
    public subscript(position: Int) -> JSONValue { object.elements[position] }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object from a literal; of equal keys the last value wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}

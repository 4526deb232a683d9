#if Foundation
  import Foundation

  /// A number, as `Double`.
  extension CGFloat: MappableValue, LeafValue {
    public static func decode(from reader: inout JSONReader) throws(MappingError) -> CGFloat {
      CGFloat(try reader.readDouble())
    }

    public func encode(to writer: inout JSONWriter) throws(MappingError) {
      // It's a `Float` on some watches.
      try native.encode(to: &writer)
    }

    public static var shape: ValueShape { .number() }
  }

  /// An array of x and y.
  extension CGPoint: MappableValue, LeafValue {
    public static func decode(from reader: inout JSONReader) throws(MappingError) -> CGPoint {
      let values: [Double] = try reader.readElements(2, "an array of x and y")
      return CGPoint(x: values[0], y: values[1])
    }

    public func encode(to writer: inout JSONWriter) throws(MappingError) {
      try [x, y].encode(to: &writer)
    }

    public static var shape: ValueShape { .array(of: .number()) }
  }

  /// An array of width and height.
  extension CGSize: MappableValue, LeafValue {
    public static func decode(from reader: inout JSONReader) throws(MappingError) -> CGSize {
      let values: [Double] = try reader.readElements(2, "an array of width and height")
      return CGSize(width: values[0], height: values[1])
    }

    public func encode(to writer: inout JSONWriter) throws(MappingError) {
      try [width, height].encode(to: &writer)
    }

    public static var shape: ValueShape { .array(of: .number()) }
  }

  /// An array of two arrays: x and y, width and height.
  extension CGRect: MappableValue, LeafValue {
    public static func decode(from reader: inout JSONReader) throws(MappingError) -> CGRect {
      let position = reader.cursor
      let arrays: [[Double]] = try reader.readElements(2, "an array of an origin and a size")
      guard arrays.allSatisfy({ $0.count == 2 }) else {
        throw reader.failure(
          .invalidValue, at: position, expected: "an origin and a size of two numbers each",
          found: "other arrays")
      }
      return CGRect(x: arrays[0][0], y: arrays[0][1], width: arrays[1][0], height: arrays[1][1])
    }

    public func encode(to writer: inout JSONWriter) throws(MappingError) {
      // The stored size, which unlike `width` may be negative.
      try [[origin.x, origin.y], [size.width, size.height]].encode(to: &writer)
    }

    public static var shape: ValueShape { .array(of: .array(of: .number())) }
  }
#endif

import Foundation
import MirrorMap
import Testing

@testable import TestSupport

struct GeometryValueTests {
  /// Dropping one of three elements would make a point of the others.
  @Test func wrongElementsAreNotDropped() throws {
    struct Model: Mappable {
      @Mapped var point: CGPoint?
      @Mapped var size: CGSize?
      @Mapped var rect: CGRect?
    }
    let model = try Model.decode(
      from: #"{"point": [1, null, 2], "size": ["x", 1, 2], "rect": [[0, "x", 0], [1, 2]]}"#,
      using: .with { $0.failurePolicy = .lossy })
    #expect(model.point == nil && model.size == nil && model.rect == nil)
  }

  struct Layer: Mappable {
    @Mapped("opacity") var opacity: CGFloat
    @Mapped("anchor") var anchor: CGPoint?
    @Mapped("size") var size: CGSize?
    @Mapped("frame") var frame: CGRect?
  }

  @Test func geometryIsArraysOfNumbers() throws {
    let json =
      #"{"opacity":0.5,"anchor":[1.0,-2.5],"size":[3.0,4.0],"frame":[[1.0,2.0],[-3.0,4.0]]}"#
    let layer = try Layer.decode(from: json)
    #expect(layer.opacity == 0.5)
    #expect(layer.anchor == CGPoint(x: 1, y: -2.5))
    #expect(layer.size == CGSize(width: 3, height: 4))
    #expect(layer.frame == CGRect(x: 1, y: 2, width: -3, height: 4))
    #expect(try layer.encodeString() == json)
  }

  @Test func geometryHasTheFormOfCodable() throws {
    let encoder = JSONEncoder()
    let (point, size) = (CGPoint(x: 1.25, y: -7), CGSize(width: 0.1, height: 1e20))
    let rect = CGRect(origin: point, size: size)
    #expect(try CGPoint.decode(from: encoder.encode(point)) == point)
    #expect(try CGSize.decode(from: encoder.encode(size)) == size)
    #expect(try CGRect.decode(from: encoder.encode(rect)) == rect)
    let decoder = JSONDecoder()
    #expect(try decoder.decode(CGPoint.self, from: Data(point.encode())) == point)
    #expect(try decoder.decode(CGSize.self, from: Data(size.encode())) == size)
    #expect(try decoder.decode(CGRect.self, from: Data(rect.encode())) == rect)
  }

  @Test func otherNumbersOfCoordinatesAreAnError() {
    #expect(
      errorText { try CGPoint.decode(from: "[1]") }
        == "$: expected an array of x and y, found an array of 1 (line 1, column 1)")
    #expect(
      errorText { try CGSize.decode(from: "[1,2,3]") }
        == "$: expected an array of width and height, found an array of 3 (line 1, column 1)")
    #expect(
      errorText { try CGRect.decode(from: "[[1,2]]") }
        == "$: expected an array of an origin and a size, found an array of 1 (line 1, column 1)")
    #expect(
      errorText { try CGRect.decode(from: "[[1,2],[3]]") }
        == "$: expected an origin and a size of two numbers each, found other arrays"
        + " (line 1, column 1)")
    #expect(
      errorText { try CGPoint.decode(from: #"{"x":1,"y":2}"#) }
        == "$: expected an array, found an object (line 1, column 1)")
  }

  @Test func numbersThatAreNotFiniteCannotBeWritten() {
    #expect(
      errorText { try CGPoint(x: 1, y: Double.infinity).encode() }
        == "$[1]: JSON has no infinite numbers")
    #expect(
      errorText { try CGFloat.nan.encode() }
        == "$: JSON has no NaN")
  }
}

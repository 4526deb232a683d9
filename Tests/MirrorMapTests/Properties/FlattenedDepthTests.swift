import MirrorMap
import Testing

@testable import TestSupport

private struct Point: Mappable, Equatable {
  @Mapped var latitudeDegrees: Double
  @Mapped var longitudeDegrees: Double
}

private struct Place: Mappable, Equatable {
  @Mapped("place.name") var name: String?
  @Flattened var point: Point?
}

private struct DefaultPlace: Mappable, Equatable {
  @Mapped var town: String
  @Flattened var place = Place()
}

private struct Photo: Mappable, Equatable {
  @Mapped var file: String
  @Flattened var place: Place
}

private struct MaybePhoto: Mappable, Equatable {
  @Flattened var place: Place?
  @Mapped var file: String = ""
}

private struct SnakePlace: Mappable, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .snakeCase }
  @Mapped var placeName: String?
  @Flattened var point: Point?
}

private struct MixedPhoto: Mappable {
  @Mapped var fileName: String
  @Flattened var place: SnakePlace?
}

private struct Album: Mappable, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .snakeCase }
  @Mapped var coverPhoto: AlbumPhoto
}

private struct AlbumPhoto: Mappable {
  @Flattened var place: AlbumPlace?
}

private struct AlbumPlace: Mappable {
  @Flattened var point: Point?
}

private struct ExactPlace: Mappable, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .unchanged }
  @Mapped var placeName: String?
}

private struct LoosePlace: Mappable, KeyStrategyProviding {
  static var keyStrategy: any KeyStrategy { .caseInsensitive }
  @Mapped var placeName: String?
}

private struct Holding<Model: Mappable>: Mappable {
  @Mapped var id: Int?
  @Flattened var model: Model?
}

private struct Row: Mappable {
  @Mapped("shelf.row") var row: Int?
}

private struct OnlyRow: Mappable {
  @Flattened var row: Row
}

private struct InRow: Mappable {
  @Mapped var title: String?
  @Flattened var row: Row
}

struct FlattenedDepthTests {
  @Test func twoLevels() throws {
    let text = #"{"file":"f","place":{"name":"n"},"latitudeDegrees":1.5,"longitudeDegrees":2.5}"#
    let photo = try Photo.decode(from: text)
    #expect(photo.place.name == "n")
    #expect(photo.place.point?.longitudeDegrees == 2.5)
    #expect(try photo.encodeString() == text)
    #expect(try Photo.decode(from: #"{"file":"f"}"#).place == Place())
  }

  @Test func keyOfTheInnermostMakesAllOfThemPresent() throws {
    let text = #"{"file":"","latitudeDegrees":1.5,"longitudeDegrees":2.5}"#
    let photo = try MaybePhoto.decode(from: text)
    #expect(photo.place?.point?.latitudeDegrees == 1.5)
    #expect(try photo.encodeString() == text)
    #expect(try MaybePhoto.decode(from: #"{"file":""}"#).place == nil)
    #expect(
      errorText { try MaybePhoto.decode(from: #"{"latitudeDegrees":1}"#) }
        == "$.longitudeDegrees: required key is missing, expected Double"
        + " (line 1, column 1, Point.longitudeDegrees)")
    let deep = try Holding<DefaultPlace>.decode(
      from: #"{"town":"t","latitudeDegrees":1.5,"longitudeDegrees":2.5}"#)
    #expect(deep.model?.place.point?.latitudeDegrees == 1.5)
  }

  @Test func unknownKeysAreThoseThatNoneOfThemMaps() throws {
    let strict = Mapper.with { $0.unknownKeys = .reject }
    let text = #"{"file":"f","place":{"name":"n"},"latitudeDegrees":1.5,"longitudeDegrees":2.5}"#
    #expect(try Photo.decode(from: text, using: strict).place.point?.latitudeDegrees == 1.5)
    #expect(
      errorText { try Photo.decode(from: #"{"file":"f","altitude":3}"#, using: strict) }
        == "$.altitude: no property has this key (line 1, column 13, Photo)")
    #expect(
      errorText { try Photo.decode(from: #"{"file":"f","place":{"kind":3}}"#, using: strict) }
        == "$.place.kind: no property has this key (line 1, column 22, Place)")
    let report = Photo.decodeReporting(
      from: #"{"file":"f","altitude":3,"place":{"kind":3}}"#,
      using: Mapper.with { $0.unknownKeys = .report })
    #expect(
      report.issues.map { "\($0)" } == [
        "$.altitude: no property has this key (line 1, column 13, Photo)",
        "$.place.kind: no property has this key (line 1, column 35, Place)",
      ])
  }

  @Test func strategyOfAMapperApplies() throws {
    let snake = Mapper.with { $0.keyStrategy = .snakeCase }
    let text = #"{"file":"f","latitude_degrees":1.5,"longitude_degrees":2.5}"#
    let photo = try Photo.decode(from: text, using: snake)
    #expect(photo.place.point?.latitudeDegrees == 1.5)
    #expect(try photo.encodeString(using: snake) == text)
    #expect(try MaybePhoto.decode(from: text, using: snake).place?.point?.latitudeDegrees == 1.5)
  }

  @Test func ownStrategyAppliesInside() throws {
    let text =
      #"{"fileName":"f","place_name":"p","latitude_degrees":1.5,"longitude_degrees":2.5}"#
    let photo = try MixedPhoto.decode(from: text)
    #expect(photo.place?.point?.latitudeDegrees == 1.5)
    #expect(try photo.encodeString() == text)
    let onlyPoint = #"{"fileName":"f","latitude_degrees":1.5,"longitude_degrees":2.5}"#
    let strict = Mapper.with { $0.unknownKeys = .reject }
    #expect(
      try MixedPhoto.decode(from: onlyPoint, using: strict).place?.point?.latitudeDegrees == 1.5)
  }

  @Test func modelPlannedWithTheStrategyOfItsSurroundings() throws {
    let text = #"{"cover_photo":{"latitude_degrees":1.5,"longitude_degrees":2.5}}"#
    let album = try Album.decode(from: text)
    #expect(album.coverPhoto.place?.point?.latitudeDegrees == 1.5)
    #expect(try album.encodeString() == text)
  }

  @Test func oneLevelIgnoresCaseAndTheOtherDoesNot() throws {
    let loose = Mapper.with {
      $0.keyStrategy = .caseInsensitive
      $0.unknownKeys = .reject
    }
    let strict = Mapper.with { $0.unknownKeys = .reject }
    let first = try Holding<ExactPlace>.decode(
      from: #"{"ID":1,"placeName":"p"}"#, using: loose)
    #expect(first.model?.placeName == "p")
    #expect(
      errorText {
        try Holding<ExactPlace>.decode(from: #"{"ID":1,"PLACENAME":"p"}"#, using: loose)
      } == "$.PLACENAME: no property has this key (line 1, column 9, Holding<ExactPlace>)")
    let second = try Holding<LoosePlace>.decode(
      from: #"{"id":1,"PLACENAME":"p"}"#, using: strict)
    #expect(second.model?.placeName == "p")
    #expect(
      errorText {
        try Holding<LoosePlace>.decode(from: #"{"ID":1,"PLACENAME":"p"}"#, using: strict)
      } == "$.ID: no property has this key (line 1, column 2, Holding<LoosePlace>)")
  }

  @Test func failuresAndReports() {
    let report = MaybePhoto.decodeReporting(
      from: #"{"file":7,"latitudeDegrees":"x","place":{"name":1}}"#)
    #expect(report.value?.place?.point == nil)
    #expect(report.value?.file == "")
    #expect(
      report.issues.map { "\($0)" } == [
        "$.longitudeDegrees: required key is missing, expected Double"
          + " (line 1, column 1, Point.longitudeDegrees)",
        "$.file: expected String, found a number (line 1, column 9, MaybePhoto.file)",
        "$.latitudeDegrees: expected Double, found a string"
          + " (line 1, column 29, Point.latitudeDegrees)",
        "$.place.name: expected String, found a number (line 1, column 49, Place.name)",
      ])
    let failed = Photo.decodeReporting(from: "[]")
    #expect(
      failed.issues.map { "\($0)" } == [
        "$: expected an object for Photo, found an array (line 1, column 1)"
      ])
  }

  @Test func modelWithoutKeysOfItsOwn() throws {
    struct Located: Mappable {
      @Flattened var point: Point
    }
    let report = Located.decodeReporting(from: #"{"latitudeDegrees":1,"x":2}"#)
    #expect(
      report.issues.map { "\($0)" } == [
        "$.longitudeDegrees: required key is missing, expected Double"
          + " (line 1, column 1, Point.longitudeDegrees)"
      ])
    var lenient = Mapper()
    lenient.failurePolicy = .lenient
    #expect(
      errorText { try Located.decode(from: "{}", using: lenient) }
        == "$.latitudeDegrees: required key is missing, expected Double"
        + " (line 1, column 1, Point.latitudeDegrees)")
    _ = Located.explanation(of: "{}")
    let located = try Located.decode(from: #"{"latitudeDegrees":1,"longitudeDegrees":2}"#)
    #expect(located.point.longitudeDegrees == 2)
  }

  @Test func unknownKeysInGroupsNameTheirModelEachTime() {
    let strict = Mapper.with { $0.unknownKeys = .reject }
    for _ in 0..<3 {
      let error = #expect(throws: MappingError.self) {
        try InRow.decode(from: #"{"shelf": {"x": 1}}"#, using: strict)
      }
      #expect(error?.model == "Row")
      let outer = #expect(throws: MappingError.self) {
        try OnlyRow.decode(from: #"{"shelf": {"row": 1}, "x": 1}"#, using: strict)
      }
      #expect(outer?.model == "OnlyRow")
    }
  }
}

import Foundation
import MirrorMap

/// Lists of dates, each read and written by another transform.
enum DateModels {
  struct Formatted: Mappable {
    @Mapped(transform: .date(format: "yyyy-MM-dd HH:mm:ss")) var dates: [Date]
  }

  struct ISO8601: Mappable {
    @Mapped(transform: .iso8601) var dates: [Date]
  }
}

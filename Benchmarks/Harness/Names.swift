/// What contenders are called: rows, charts and `--filter` know them by these names.
enum Names {
  static let mirrorMap = "MirrorMap"
  static let serialization = "JSONSerialization"
  static let serializationAndCasts = "JSONSerialization+casts"
  static let decoder = "JSONDecoder"
  static let encoder = "JSONEncoder"
}

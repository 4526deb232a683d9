import MirrorMap

extension Mapper {
  /// A mapper whose options differ from the defaults as `change` says.
  static func with(_ change: (inout Mapper) -> Void) -> Mapper {
    var mapper = Mapper()
    change(&mapper)
    return mapper
  }
}

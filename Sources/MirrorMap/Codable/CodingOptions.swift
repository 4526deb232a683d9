/// The options of a decoder or an encoder, which threads share.
///
/// Each change makes a new setup, so that a call goes on with the options it has begun with.
@dynamicMemberLookup
final class CodingOptions<Options, Spared: AnyObject>: Sendable {
  private let setup: Locked<CodingSetup<Options, Spared>>

  init(_ options: Options) { setup = Locked(CodingSetup(options)) }

  /// The options as they are now.
  var current: CodingSetup<Options, Spared> { setup.withLock { $0 } }

  subscript<Value>(dynamicMember option: WritableKeyPath<Options, Value>) -> Value {
    get { current.options[keyPath: option] }
    set { set(option, newValue) }
  }

  /// Changes an option. Compiled once for all types.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private func set<Value>(_ option: WritableKeyPath<Options, Value>, _ value: Value) {
    // The old setup is released without the lock: objects in its options may come back here.
    _ = setup.withLock { setup in
      let old = setup
      setup = old.with(option, value)
      return old
    }
  }
}

/// Options, and what the last call with them has left for the next one.
final class CodingSetup<Options, Spared: AnyObject>: @unchecked Sendable {
  let options: Options
  let spare = Spare<Spared>()

  init(_ options: Options) { self.options = options }

  /// The same options but one.
  func with<Value>(_ option: WritableKeyPath<Options, Value>, _ value: Value) -> CodingSetup {
    var options = options
    options[keyPath: option] = value
    return CodingSetup(options)
  }
}

typealias DecodingSetup = CodingSetup<DecoderOptions, NodeDecoder>
typealias EncodingSetup = CodingSetup<EncoderOptions, EncodingPart>

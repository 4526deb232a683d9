/// The command line: `Benchmarks [--corpus DIR] [--rounds N] [--filter TEXT] [--json FILE]`.
struct Options: Equatable {
  var corpusDirectory: String?
  var rounds = 15
  var filter: String?
  var jsonFile: String?
  var wantsHelp = false

  static let help = """
    Compares MirrorMap with Foundation's JSON, on three documents and in one process.

    USAGE: swift run -c release Benchmarks [options]

      --corpus DIR   read twitter.json, citm_catalog.json and canada.json from DIR
                     (default: documents of the same shape and size, generated)
      --rounds N     how often each contender is timed (default: 15)
      --filter TEXT  only rows whose "operation corpus contender" contains TEXT, for example
                     "canada" or "decode twitter"; what their ratios need is timed as well
      --json FILE    write the rows to FILE as a JSON array
      --help         show this

    MB/s are 1,000,000 bytes a second of the document (encode: of MirrorMap's output, for all
    contenders). A ratio is the time of JSONSerialization, JSONDecoder or JSONEncoder divided by
    the row's time in the same round, the median of all rounds: 10 is ten times as fast.
    tokenize and untyped rows are compared with decoding.

    Exit status: 0, 1 when results differ or a file cannot be read or written, 64 for bad options.
    """

  /// - Throws: `BenchmarkFailure` with exit status 64 for anything not understood.
  init(arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      let (option, inlineValue) = Self.split(argument)
      func value() throws -> String {
        guard let value = inlineValue ?? rest.popFirst(), !value.isEmpty else {
          throw BenchmarkFailure.usage("\(option) needs a value")
        }
        return value
      }
      switch option {
      case "--corpus": corpusDirectory = try value()
      case "--rounds": rounds = try Self.count(value(), for: option)
      case "--filter": filter = try value()
      case "--json": jsonFile = try value()
      case "--help", "-h":
        guard inlineValue == nil else { throw BenchmarkFailure.usage("\(option) takes no value") }
        wantsHelp = true
      default: throw BenchmarkFailure.usage("unknown option \(argument)")
      }
    }
  }

  /// `--rounds=3` is `--rounds 3`.
  private static func split(_ argument: String) -> (option: String, value: String?) {
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
      return (argument, nil)
    }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }

  private static func count(_ text: String, for option: String) throws -> Int {
    guard let count = Int(text), (1...10_000).contains(count) else {
      throw BenchmarkFailure.usage("\(option) takes a number from 1 to 10000, not \"\(text)\"")
    }
    return count
  }
}

/// The command line, see ``help``.
struct Options: Equatable {
  var corpusDirectory: String?
  var rounds = 15
  var filter: String?
  var isFull = false
  var resultsFile: String?
  var jsonFile: String?
  var markdownFile: String?
  var chartFile: String?
  var oldFile: String?
  var wantsList = false
  var wantsHelp = false

  static let help = """
    Compares MirrorMap with Foundation's JSON, and with itself.

    USAGE: swift run -c release Benchmarks [options]

    What is measured:
      --corpus DIR     read twitter.json, citm_catalog.json, canada.json and github_events.json
                       from DIR (default: documents of the same shape and size, generated)
      --filter TEXT    only rows whose "group contender" contains TEXT, for example "canada" or
                       "decode twitter"; the baselines of their ratios are measured as well
      --list           show the groups and their contenders, and measure nothing
      --rounds N       how often each contender is measured (default: 15)
      --full           memory and scaling with 100 MB, too; takes minutes and 1.5 GB of memory
      --results FILE   measure nothing, and take what --json wrote to FILE

    What becomes of it, besides the table:
      --json FILE      write the machine, the rows and every round to FILE
      --markdown FILE  write tables to FILE; if there is one, between its lines
                       <!-- results --> and <!-- /results -->
      --svg FILE       draw charts: for NAME.svg, NAME-light.svg and NAME-dark.svg, and of the
                       scaling groups NAME-scaling-light.svg and NAME-scaling-dark.svg
      --compare OLD    tell row by row what has changed since --json wrote OLD
      --help           show this

    A ratio is the baseline's cost divided by the row's in the same round, the median of all
    rounds: 10 is ten times as fast. "± 3 %" is half of the interval that holds the true median
    with a probability of 95 % (with fewer than 6 rounds: of all that was measured). MB/s are
    1,000,000 bytes a second of the document (encode: of MirrorMap's output, for all contenders).

    --compare calls a row faster or slower if the two intervals do not overlap, the medians are 3 %
    apart or more, and both runs had at least 6 rounds.

    Exit status: 0 whatever the figures, 1 when results differ or a file cannot be read or
    written, 64 for bad options.
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
      func flag() throws -> Bool {
        guard inlineValue == nil else { throw BenchmarkFailure.usage("\(option) takes no value") }
        return true
      }
      switch option {
      case "--corpus": corpusDirectory = try value()
      case "--rounds": rounds = try Self.count(value(), for: option)
      case "--filter": filter = try value()
      case "--full": isFull = try flag()
      case "--results": resultsFile = try value()
      case "--json": jsonFile = try value()
      case "--markdown": markdownFile = try value()
      case "--svg": chartFile = try value()
      case "--compare": oldFile = try value()
      case "--list": wantsList = try flag()
      case "--help", "-h": wantsHelp = try flag()
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

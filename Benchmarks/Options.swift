import Foundation

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
  var oldBuild: String?
  var countsInstructions = false
  var wantsList = false
  var wantsHelp = false

  static let help = """
    Compares MirrorMap with Foundation's JSON, with itself, and with another build of itself.

    USAGE: swift run -c release Benchmarks [options]

    What is measured:
      --corpus DIR     read twitter.json, citm_catalog.json, canada.json and github_events.json
                       from DIR (default: generated documents of the same shape and size)
      --filter TEXT    only rows whose "group contender" contains TEXT, for example "canada" or
                       "decode twitter"; the baselines of their ratios are measured as well
      --list           show the groups and their contenders, and measure nothing
      --rounds N       how often each contender is measured (default: 15)
      --full           memory and scaling with 100 MB, too; takes minutes and 1.5 GB of memory
      --results FILE   measure nothing, and use what --json wrote to FILE
      --before BUILD   measure this build against BUILD, an executable of Benchmarks that was built
                       from another state of the library, in N pairs of processes for each group
      --instructions   with --before: count instructions by valgrind instead of measuring time

    What becomes of it, besides the table:
      --json FILE      write the machine, the rows and every round to FILE
      --markdown FILE  write a page with a table for each group to FILE
      --svg FILE       draw charts: for NAME.svg, NAME-light.svg and NAME-dark.svg; and with
                       -scaling, -features and -first-use in their names, those of these groups
      --compare OLD    show row by row what has changed since --json wrote OLD
      --help           show this

    A ratio is the baseline's cost divided by the row's in the same round, the median of all
    rounds: 10 is ten times as fast. "± 3 %" is half of the interval that holds the true median
    with a probability of 95 % (with fewer than 6 rounds: of all that was measured). MB/s are
    1,000,000 bytes a second of the document (encode: of MirrorMap's output, for all contenders).

    --compare calls a row faster or slower if the two intervals do not overlap, the medians are 3 %
    apart or more, and both runs had at least 6 rounds. --before calls a row slower if the upper
    end of its interval is below 0.97.

    Exit status: 0 whatever the figures, 1 when results differ or a file cannot be read or
    written, 2 when --before has found a slower row, 64 for bad options.
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
      case "--before": oldBuild = try value()
      case "--instructions": countsInstructions = try flag()
      case "--list": wantsList = try flag()
      case "--help", "-h": wantsHelp = try flag()
      default: throw BenchmarkFailure.usage("unknown option \(argument)")
      }
    }
    if countsInstructions, oldBuild == nil {
      throw BenchmarkFailure.usage("--instructions goes with --before")
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

  /// `speed` of `speed.svg`: the names of charts add the theme to it.
  static func base(ofCharts file: String) -> String {
    file.hasSuffix(".svg") ? String(file.dropLast(4)) : file
  }

  /// - Throws: `BenchmarkFailure` if one of the files could not be written in the end.
  func requireWritableFiles() throws {
    for file in [jsonFile, markdownFile, chartFile].compactMap({ $0 }) {
      let url = URL(filePath: file)
      let directory = url.deletingLastPathComponent().path
      var isDirectory: ObjCBool = false
      if FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory),
        isDirectory.boolValue
      {
        throw BenchmarkFailure("cannot write \(file): it is a directory")
      }
      guard FileManager.default.isWritableFile(atPath: directory) else {
        throw BenchmarkFailure("cannot write \(file): \(directory) is not a writable directory")
      }
    }
    if let markdownFile { try MarkdownPage.requireReplaceable(markdownFile) }
    if chartFile != nil, resultsFile == nil {
      let groups = try BenchmarkGroup.matching(filter)
      guard groups.contains(where: { Charts.draws($0.name) }) else {
        throw BenchmarkFailure.usage(
          "--svg draws decode, encode, scaling, feature and first use groups; "
            + "--filter has left none of them")
      }
    }
  }
}

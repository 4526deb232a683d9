import MirrorMap

/// What the command line asks for.
enum Arguments {
  case help
  case infer([String], InferenceOptions)
  case shape([String])
  case check([String])

  /// A command line that can't be understood.
  struct Misuse: Error { var text: String }

  static let usage = """
    Usage:
      mirrormap infer FILE... [--name NAME] [--at PATH] [--public] [--class]
      mirrormap shape FILE...
      mirrormap check FILE...

    Commands:
      infer   Prints annotated models for samples.
      shape   Prints every path with its kinds, its count, how often it is null, and an example.
      check   Reports malformed JSON, duplicate keys, numbers that a Double can't hold, depth, and size.

    Options of infer:
      --name NAME   The name of the model. By default the name of the only file (in the singular, if it
                    contains an array or a dictionary of models), or Model.
      --at PATH     The key path of the samples in each document, such as data.items; * is each member.
      --public      Prints public models.
      --class       Prints final classes instead of structures.

    A file contains a JSON document, or one document per line (NDJSON); /dev/stdin is the standard input.
    If the samples are arrays, the models are those of their elements. The exit status is 0; 1 if a file
    can't be read, isn't JSON, has duplicate keys (check), or has no samples (infer, shape), or if the output
    can't be written; or 64 if the command line can't be understood.

    """

  init(_ arguments: [String]) throws(Misuse) {
    guard let command = arguments.first else { throw Misuse(text: "the command is missing") }
    if command == "help"
      || arguments.prefix(while: { $0 != "--" }).contains(where: ["--help", "-h"].contains)
    {
      self = .help
      return
    }
    var (files, options) = ([String](), InferenceOptions())
    var rest = arguments.dropFirst()
    var isVerbatim = false
    while let argument = rest.popFirst() {
      if isVerbatim || !argument.hasPrefix("-") {
        files.append(argument)
      } else if argument == "--" {
        isVerbatim = true
      } else if command == "infer" {
        try options.set(argument, from: &rest)
      } else {
        throw Misuse(text: "there is no option \(argument) of \(command)")
      }
    }
    switch command {
    case "infer":
      if files.count == 1 { options.file = files[0] }
      self = .infer(files, options)
    case "shape": self = .shape(files)
    case "check": self = .check(files)
    default: throw Misuse(text: "there is no command \(command)")
    }
    if files.isEmpty { throw Misuse(text: "\(command) needs a file") }
  }
}

/// What `infer` prints.
struct InferenceOptions {
  var name: String?
  /// The only file, which names the model by default.
  var file: String?
  /// The keys that lead to the samples.
  var path: [String] = []
  /// These keys as the library takes them.
  var keyPath: String { MappedKey.keyPath(of: path, ".") }
  var isPublic = false
  var isClass = false

  fileprivate mutating func set(
    _ option: String, from rest: inout ArraySlice<String>
  ) throws(Arguments.Misuse) {
    func value() throws(Arguments.Misuse) -> String {
      guard let value = rest.popFirst() else {
        throw Arguments.Misuse(text: "\(option) needs a value")
      }
      return value
    }
    switch option {
    case "--name":
      let name = try value()
      guard SwiftName.isIdentifier(name) else {
        throw Arguments.Misuse(text: "\(name) can't be the name of a type")
      }
      self.name = name
    case "--at": path = try MappedKey.steps(to: value(), ".") ?? []
    case "--public": isPublic = true
    case "--class": isClass = true
    default: throw Arguments.Misuse(text: "there is no option \(option) of infer")
    }
  }
}

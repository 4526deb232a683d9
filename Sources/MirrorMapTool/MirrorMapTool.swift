import Foundation
import MirrorMap

/// The command `mirrormap`: models, paths, and problems of JSON files.
@main
struct MirrorMapTool {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    exit(run(arguments, to: .standardOutput, errors: .standardError).rawValue)
  }

  /// What the shell gets.
  enum ExitStatus: Int32 {
    case success = 0
    /// A file can't be read, something is wrong with it, or the output can't be written.
    case failure = 1
    /// The command line can't be understood (EX_USAGE).
    case usage = 64
  }

  static func run(
    _ arguments: [String], to output: FileHandle, errors: FileHandle
  ) -> ExitStatus {
    var (output, errors) = (FileOutput(file: output), FileOutput(file: errors))
    let status = run(arguments, to: &output, errors: &errors)
    guard let failure = output.failure else { return status }
    errors.write("mirrormap: standard output: \(failure.systemReason)\n")
    return .failure
  }

  static func run(
    _ arguments: [String], to output: inout some TextOutputStream,
    errors: inout some TextOutputStream
  ) -> ExitStatus {
    do {
      switch try Arguments(arguments) {
      case .help:
        output.write(Arguments.usage)
        return .success
      case .infer(let files, let options):
        output.write(try Self.infer(files, options))
        return .success
      case .shape(let files):
        output.write(try ShapePrinter.text(of: Samples.evidence(in: files)))
        return .success
      case .check(let files):
        var isFine = true
        for file in files {
          let report = DocumentCheck(file)
          output.write(report.text)
          isFine = isFine && report.isFine
        }
        return isFine ? .success : .failure
      }
    } catch let error as Arguments.Misuse {
      errors.write("mirrormap: \(error.text)\n\n\(Arguments.usage)")
      return .usage
    } catch {
      errors.write("mirrormap: \(error)\n")
      return .failure
    }
  }

  private static func infer(_ files: [String], _ options: InferenceOptions) throws -> String {
    let evidence = try Samples.evidence(in: files, at: options.path)
    return ModelSourceWriter(ModelInference(evidence, options).result, options).text
  }
}

private struct FileOutput: TextOutputStream {
  let file: FileHandle
  /// Why something couldn't be written.
  private(set) var failure: (any Error)?

  mutating func write(_ text: String) {
    guard failure == nil else { return }
    do {
      try file.write(contentsOf: Data(text.utf8))
    } catch {
      failure = error
    }
  }
}

extension Error {
  /// The system's text, which says more than Foundation's.
  var systemReason: String { ((self as? CocoaError)?.underlying ?? self).localizedDescription }
}

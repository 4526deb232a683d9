import Foundation

@testable import MirrorMapTool

/// What a command printed, and how it ended.
struct Run {
  var status: Int32
  var output = ""
  var errors = ""

  init(_ arguments: String...) { self.init(arguments) }

  init(_ arguments: [String]) {
    var (output, errors) = ("", "")
    status = MirrorMapTool.run(arguments, to: &output, errors: &errors).rawValue
    (self.output, self.errors) = (output, errors)
  }
}

/// The models for sample documents, without what precedes them.
func models(_ texts: String..., options: [String] = []) -> String {
  let files = texts.map { TemporaryFile($0) }
  let run = Run(["infer"] + files.map(\.path) + ["--name", "Sample"] + options)
  guard run.status == 0 else { return run.errors }
  return run.output.split(separator: "\n\n").dropFirst().joined(separator: "\n\n")
}

/// A file in a folder of its own, which is deleted with its last reference.
final class TemporaryFile {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
  let path: String

  init(_ text: String, name: String = "\(UUID())", extension pathExtension: String = "json") {
    let url = folder.appending(path: "\(name).\(pathExtension)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try? Data(text.utf8).write(to: url)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

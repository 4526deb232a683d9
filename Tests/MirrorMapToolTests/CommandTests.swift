import Foundation
import Testing

@testable import MirrorMapTool

/// The command as the shell sees it.
struct CommandTests {
  @Test(arguments: [
    ([], "the command is missing"), (["infer"], "infer needs a file"),
    (["frob", "x"], "there is no command frob"),
    (["shape", "--public", "x"], "there is no option --public of shape"),
    (["infer", "x", "--frob"], "there is no option --frob of infer"),
    (["infer", "x", "--name"], "--name needs a value"),
    (["infer", "x", "--name", "a b"], "a b can't be the name of a type"),
  ])
  func misuse(arguments: [String], text: String) {
    let run = Run(arguments)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("mirrormap: \(text)\n\nUsage:\n"))
  }

  @Test func help() {
    for arguments in [["help"], ["--help"], ["-h"], ["infer", "--help"], ["shape", "x", "-h"]] {
      let run = Run(arguments)
      #expect(run.status == 0 && run.output.hasPrefix("Usage:") && run.errors.isEmpty)
    }
  }

  @Test(arguments: ["infer", "shape"])
  func filesThatCannotBeRead(command: String) {
    let missing = Run(command, "/nothing/here.json")
    #expect(missing.status == 1 && missing.errors.hasPrefix("mirrormap: /nothing/here.json: "))
    let folder = Run(command, "/tmp")
    #expect(folder.status == 1 && folder.errors.hasSuffix("Is a directory\n"), "\(folder.errors)")
    let file = TemporaryFile(#"{"a": [1, 2"#)
    let cut = Run(command, file.path)
    #expect(cut.status == 1 && cut.output.isEmpty)
    #expect(
      cut.errors
        == "mirrormap: \(file.path): $.a[1]: expected ',' or ']', found the end of the input "
        + "(line 1, column 12)\n")
    let lines = TemporaryFile("{\"a\": 1}\n\n{\"a\": x}\n", extension: "ndjson")
    #expect(
      Run(command, lines.path).errors
        == "mirrormap: \(lines.path): $.a: expected a value, found a letter (line 3, column 7)\n")
    let empty = TemporaryFile("")
    #expect(Run(command, empty.path).status == 1)
    let noLines = TemporaryFile("\n", extension: "ndjson")
    #expect(
      Run(command, noLines.path).errors == "mirrormap: there are no samples in \(noLines.path)\n")
  }

  @Test func pipes() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("[1, 2]".utf8))
    try pipe.fileHandleForWriting.close()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    #expect(Run("check", path).output == "\(path): 6 bytes, 3 values, depth 1\n")
  }

  #if os(Linux)
    /// The process that writes to a named pipe may be gone when the pipe is opened again.
    @Test func namedPipesAreOpenedOnce() throws {
      let file = TemporaryFile("")
      let path = file.path + ".pipe"
      try #require(mkfifo(path, 0o600) == 0)
      let pipe = open(path, O_RDWR)
      #expect(write(pipe, "[1, 2]", 6) == 6)
      let watch = inotify_init()
      defer { close(watch) }
      try #require(inotify_add_watch(watch, path, UInt32(IN_OPEN | IN_CLOSE)) >= 0)
      Thread.detachNewThread {
        var event = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
        poll(&event, 1, -1)
        Thread.sleep(forTimeInterval: 0.1)
        close(pipe)
      }
      #expect(Run("check", path).output == "\(path): 6 bytes, 3 values, depth 1\n")
      // The second of the four numbers of an event says what has happened.
      var events = [UInt32](repeating: 0, count: 400)
      let count = read(watch, &events, 1600) / 16
      let opened = (0..<count).filter { events[$0 * 4 + 1] & UInt32(IN_OPEN) != 0 }
      #expect(opened.count == 1)
    }

    @Test func filesThatCannotBeMapped() {
      let run = Run("check", "/proc/sys/kernel/pid_max")
      #expect(run.status == 0 && run.output.contains(" 1 values, depth 0\n"), "\(run.output)")
    }

    @Test func outputsThatCannotBeWritten() throws {
      let file = TemporaryFile("[1, 2]")
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let closed = try #require(FileHandle(forReadingAtPath: "/dev/null"))
      for (output, reason) in [(full, "No space left on device"), (closed, "Bad file descriptor")] {
        let errors = Pipe()
        let status = MirrorMapTool.run(
          ["shape", file.path], to: output, errors: errors.fileHandleForWriting)
        try errors.fileHandleForWriting.close()
        let text = try errors.fileHandleForReading.readToEnd() ?? Data()
        #expect(status == .failure)
        let line = String(decoding: text, as: UTF8.self)
        #expect(line.hasPrefix("mirrormap: standard output: ") && line.hasSuffix("\(reason)\n"))
      }
    }
  #endif

  @Test func nothingAtThePath() {
    let file = TemporaryFile("{}")
    let run = Run("infer", file.path, "--at", "a.b")
    #expect(run.status == 1 && run.errors == "mirrormap: there is nothing at a.b\n")
  }

  @Test func namesOfFilesNameModels() {
    let array = TemporaryFile("[{\"a\": 1}]", name: "users")
    for (file, kind) in [
      (TemporaryFile("{\"a\": 1}", name: "users"), "Users"), (array, "[User]"),
      (TemporaryFile("{\"1\": {\"a\": 1}}", name: "users"), "[String: User]"),
      // A model called Data would hide Foundation's.
      (TemporaryFile("{\"a\": 1}", name: "data"), "DataModel"),
    ] {
      let run = Run("infer", file.path)
      #expect(run.output.hasPrefix("import MirrorMap\n\n// try \(kind).decode(from: data)"))
    }
    #expect(Run("infer", array.path, array.path).output.contains("try [Model].decode"))
    #expect(Run("infer", array.path, "--name", "Users").output.contains("try [Users].decode"))
  }

  @Test func linesAreFoundWithoutTheirExtension() {
    let file = TemporaryFile("{\"a\": 1}\n{\"a\": 2}\n")
    #expect(
      Run("infer", file.path, "--name", "Line").output.contains("/// 2 objects in the samples."))
    #expect(Run("check", file.path).output.contains("2 lines, 4 values, depth 1"))
    let late = TemporaryFile("\r\n \n{\"a\": 1}\r\n\n{\"a\": 2}\n")
    #expect(Run("check", late.path).output.contains("2 lines, 4 values, depth 1"))
    // A document between empty lines.
    let single = TemporaryFile("\n[1]\n\n")
    #expect(Run("check", single.path).output.contains("6 bytes, 2 values, depth 1"))
  }

  @Test func shape() {
    let file = TemporaryFile(
      #"{"a": [{"b": 1}, {"b": null}, {}], "x y": "text", "ids": {"1": true}}"#)
    let run = Run("shape", file.path)
    #expect(
      run.output == """
        path      kinds   count  null  example
        $         object  1
        $.a       array   1
        $.a[]     object  3
        $.a[].b   number  2      50 %  1
        $["x y"]  string  1            "text"
        $.ids     object  1
        $.ids.*   bool    1            true

        """)
  }

  @Test func check() {
    let good = TemporaryFile("[1, {\"a\": 12345678901234567890}]")
    let fine = Run("check", good.path)
    #expect(fine.status == 0)
    #expect(
      fine.output == """
        \(good.path): 32 bytes, 4 values, depth 2
          a Double can't hold 12345678901234567890 (line 1, column 11)

        """)
    let bad = TemporaryFile("{\"a\": 1,\n \"a\": 2, \"b\": [")
    let run = Run("check", bad.path, good.path)
    #expect(run.status == 1)
    #expect(
      run.output.hasPrefix(
        """
        \(bad.path): 24 bytes, 4 values, depth 2
          $.b[0]: expected a value, found the end of the input (line 2, column 16)
          duplicate key "a" (line 2, column 2)
        \(good.path): 32 bytes
        """), "\(run.output)")
    #expect(Run("check", "/nothing/here.json").output.hasPrefix("/nothing/here.json: "))
    let lines = TemporaryFile("{\"a\": 1}\n\n{\"a\": x}\n", extension: "ndjson")
    #expect(
      Run("check", lines.path).output.hasSuffix(
        "\n  $.a: expected a value, found a letter (line 3, column 7)\n"))
  }

  @Test func columnsAreThoseOfErrors() {
    let file = TemporaryFile("{\"é😀\": 1, \"é😀\": 1e999, \"b\": x}")
    let run = Run("check", file.path)
    #expect(run.output.contains("(line 1, column 29)\n"), "\(run.output)")
    #expect(run.output.contains("duplicate key \"é😀\" (line 1, column 11)\n"))
    #expect(run.output.contains("(line 1, column 17)\n"))
    let marked = TemporaryFile("\u{FEFF}{\"a\":1,\"a\":1e999}")
    #expect(Run("check", marked.path).output.contains("duplicate key \"a\" (line 1, column 8)\n"))
    #expect(Run("check", marked.path).output.contains("(line 1, column 12)\n"))
  }

  @Test func optionsEndAtTwoHyphens() {
    let run = Run("check", "--", "-h")
    #expect(run.status == 1 && run.output.hasPrefix("-h: "))
  }

  @Test func keysThatOnlyLookTheSameAreNoDuplicates() {
    let file = TemporaryFile("{\"\u{E9}\": 1, \"e\u{301}\": 2}")
    let run = Run("check", file.path)
    #expect(run.status == 0 && !run.output.contains("duplicate"))
  }

  @Test func checkCountsWhatItDoesNotShow() {
    let text =
      "[" + (0..<30).map { _ in #"{"a": 1, "a": 2, "n": 1e999}"# }.joined(separator: ",") + "]"
    let file = TemporaryFile(text)
    let run = Run("check", file.path)
    #expect(run.output.contains("  and 20 more duplicate keys\n"))
    #expect(run.output.contains("  and 27 more numbers\n"))
  }

  @Test func deepDocuments() {
    let text = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    let file = TemporaryFile(text)
    #expect(Run("check", file.path).output.contains("10000 values, depth 10000"))
    #expect(Run("infer", file.path).errors.contains("more than the depth limit allows"))
  }
}

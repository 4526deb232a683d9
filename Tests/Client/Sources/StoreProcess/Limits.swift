import Foundation
import MirrorMapStore

/// No room on the disk, and no permission.
enum Limits {
  static let count = 400

  /// A process that may not write files beyond a size, in steps of a page.
  static func full(_ kind: Kind) throws {
    signal(SIGXFSZ, SIG_IGN)
    var failures: [String: Int] = [:]
    for size in stride(from: 0, through: 1 << 20, by: 3 << 10) {
      try withFolder { folder in
        let path = folder + "/store"
        let context = try kind.context(path)
        try context.import(Root.self, from: State.document(1, count: count))
        try setLimit(UInt(size))
        var code: StoreError.Code?
        do {
          try context.import(Root.self, from: State.document(2, count: count))
        } catch let error as StoreError {
          code = error.code
        }
        let expected = code == nil ? 2 : 1
        try expect(try State.current(context, count: count) == expected, "state in \(size)")
        try setLimit(nil)
        guard let code else { return }
        failures[code.rawValue, default: 0] += 1
        try expect([.full, .cannotWrite].contains(code), "\(code.rawValue) in \(size)")
        try context.import(Root.self, from: State.document(4, count: count))
        try expect(try State.current(context, count: count) == 4, "the next import")
        if kind == .sqlite {
          try expect(try State.current(kind.context(path), count: count) == 4, "another one")
        }
      }
    }
    try expect(failures.values.reduce(0, +) > 8, "too few failures: \(failures)")
    say("\(kind): no room: \(failures)")
  }

  /// A store that is opened where there is no room at all.
  static func fullAtOpening(_ kind: Kind) throws {
    signal(SIGXFSZ, SIG_IGN)
    try withFolder { folder in
      try setLimit(0)
      defer { try? setLimit(nil) }
      let code = code {
        let context = try kind.context(folder + "/store")
        try context.import(Root.self, from: State.document(1, count: count))
      }
      try expect([.full, .cannotWrite].contains(code), "\(code?.rawValue ?? "none") at opening")
    }
  }

  private static func setLimit(_ size: UInt?) throws {
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
      let resource = RLIMIT_FSIZE
    #endif
    var limit = rlimit()
    getrlimit(resource, &limit)
    limit.rlim_cur = size.map { rlim_t($0) } ?? limit.rlim_max
    guard setrlimit(resource, &limit) == 0 else { throw Failure("setrlimit: \(errno)") }
  }

  /// A process that may not write into a folder: as another user, since root may write anywhere.
  static func unwritable(_ kind: Kind, _ folder: String) throws {
    if getuid() == 0 {
      guard setgid(65534) == 0, setuid(65534) == 0 else { throw Failure("setuid: \(errno)") }
    }
    let path = folder + "/store"
    let before = FileManager.default.contents(atPath: path)
    for name in ["/store", "/new"] {
      let code = code {
        let context = try kind.context(folder + name)
        try context.import(Root.self, from: State.document(2, count: count))
      }
      try expect(
        [.cannotOpen, .cannotWrite].contains(code), "\(name): \(code?.rawValue ?? "none")")
    }
    try expect(FileManager.default.contents(atPath: path) == before, "the file has changed")
    say("\(kind): the folder can't be written")
  }

  static func unwritable(_ kind: Kind) throws {
    try withFolder { folder in
      _ = try apply {
        try kind.context(folder + "/store").import(Root.self, from: State.document(1, count: count))
      }
      chmod(folder, 0o555)
      chmod(folder + "/store", 0o444)
      defer { chmod(folder, 0o755) }
      let output = try Child("unwritable", kind.rawValue, folder).finish()
      try expect(output.hasSuffix("can't be written"), output)
      chmod(folder, 0o755)
      chmod(folder + "/store", 0o644)
      try expect(try State.current(kind.context(folder + "/store"), count: count) == 1, "state")
    }
  }

  static func throughFile(_ kind: Kind) throws {
    try withFolder { folder in
      try Data("text".utf8).write(to: URL(fileURLWithPath: folder + "/file"))
      for path in ["/file/store", "/none/store", "/", ""] {
        let code = code { _ = try kind.context(folder + path) }
        try expect(code == .cannotOpen, "\(path): \(code?.rawValue ?? "none")")
      }
      try expect(FileManager.default.contents(atPath: folder + "/file") == Data("text".utf8), "")
    }
  }
}

/// The code of what is thrown; nil if nothing is.
func code(_ body: () throws -> Void) -> StoreError.Code? {
  do {
    try body()
    return nil
  } catch let error as StoreError {
    return error.code
  } catch {
    return StoreError.Code(rawValue: "\(error)")
  }
}

func expect(_ condition: Bool, _ text: String, line: Int = #line) throws {
  if !condition { throw Failure("line \(line): \(text)") }
}

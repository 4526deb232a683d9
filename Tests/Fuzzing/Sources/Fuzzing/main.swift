// The target is chosen by `--target=NAME`. libFuzzer ignores this option and passes it to the processes
// that it starts, such as those that minimize a finding.

/// libFuzzer's own `main`, for programs that have one already.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ argumentCount: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What libFuzzer calls for each document; its own `main`, which the linker may look into, wants the name.
@_cdecl("LLVMFuzzerTestOneInput")
func check(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Target.chosen.check(UnsafeRawBufferPointer(start: start, count: count))
  return 0
}

let prefix = "--target="
let name = CommandLine.arguments.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
guard let target = name.flatMap({ Target(rawValue: String($0)) }) else {
  let names = Target.allCases.map(\.rawValue).joined(separator: ", ")
  fatalError("Needs \(prefix) and one of \(names).")
}
Target.chosen = target

var argumentCount = CommandLine.argc
var arguments = CommandLine.unsafeArgv
let result = runFuzzer(&argumentCount, &arguments, check)
if result != 0 { fatalError("libFuzzer ended with \(result).") }

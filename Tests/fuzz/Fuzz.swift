import Fuzzing
import Glibc

// libFuzzer around one target, which the environment names: `FUZZ_TARGET=scenario fuzz -help=1`. An
// argument would do as well, but libFuzzer starts itself again with arguments of its own.

private let target: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("FUZZ_TARGET is '\(name)'; allowed: \(known).")
  }
  return target
}()

/// What libFuzzer, whose `main` it is, calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func read(_ bytes: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: bytes, count: size)))
  return 0
}

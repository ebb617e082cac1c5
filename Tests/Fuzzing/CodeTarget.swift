import CAllocationPage
import Profiling

/// What tells who allocates: an input is tried as call paths that the counter wrote, as an ELF file, and as the
/// text of /proc/PID/maps.
func readCode(_ input: [UInt8]) -> Bool {
  var isTaken = false
  do throws(ProfilingError) {
    let stacks = try AllocationStacks(stackFile(of: input))
    require(
      stacks.paths.allSatisfy { $0.addresses.count <= Int(STACK_DEPTH) }, "a path without end")
    isTaken = !stacks.paths.isEmpty
  } catch {
    require(error != .noAllocationPaths, "a table is taken for none")
  }
  let symbols = try? ElfSymbols(input)
  let offsets = [0, 1, 0x1000, UInt64(input.count), 1 << 63, .max]
  for offset in offsets {
    let names = [symbols?.symbol(at: offset), symbols?.callee(ofCallEndingAt: offset)]
    isTaken = names.contains { $0 != nil } || isTaken
  }
  let regions = LoadedRegions(maps: String(decoding: input, as: UTF8.self))
  let addresses = offsets + [0x5555_5555_5001]
  let inlined = regions.places(before: Set(addresses)).mapValues { places in
    Dictionary(uniqueKeysWithValues: places.map { ($0, ["inlined"]) })
  }
  var code = LoadedCode(
    regions, names: FunctionNames(programs: ["driver"]), inlined: inlined
  ) { _ in symbols }
  return !code.path(addresses).isEmpty || isTaken
}

/// A file of call paths that has these after its head and index; a megabyte of those is nothing to vary.
private func stackFile(of paths: [UInt8]) -> [UInt8] {
  let first = MemoryLayout<stack_header>.size + Int(STACK_INDEX) * MemoryLayout<UInt32>.size
  var file = [UInt8](repeating: 0, count: first)
  var head = stack_header()
  head.mark = STACK_MARK
  head.used = UInt64(first + paths.count)
  withUnsafeBytes(of: head) { file.replaceSubrange(0..<$0.count, with: $0) }
  return file + paths
}

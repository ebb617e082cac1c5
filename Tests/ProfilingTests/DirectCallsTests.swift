import Foundation
import Profiling
import SystemPackage
import TestSupport
import Testing

/// Real programs, and the calls in their code.
struct DirectCallsTests {
  private static let c = """
    #include <string.h>
    static char text[100];
    __attribute__((noinline)) void fill(int byte) { memset(text, byte, sizeof text); }
    __attribute__((noinline)) int work(int count) { fill(count); fill(count + 1); return text[7]; }
    int main(int count, char **words) {
      int (*volatile indirect)(int) = work;
      return work(count) + indirect(count);
    }
    """

  @Test func `a direct call names its callee, and other code names nothing`() throws {
    let folder = try ScratchFolder()
    try folder.add("a.c", Self.c)
    let made = try Completion.of(["clang", "-O1", "-o", "program", "a.c"], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    let path = folder["program"].string
    let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    let symbols = try ElfSymbols(bytes)
    let places = (0..<UInt64(bytes.count)).filter {
      symbols.symbol(at: $0) == "work" || symbols.symbol(at: $0) == "main"
    }
    let found = DirectCalls().callees(
      at: [path[...]: Set(places), "/none": [1]], of: ["program", "none"])
    // A library's function is called through a jump, and has no code here.
    let names = try #require(found[path[...]]).values.sorted()
    #expect(names == ["fill", "fill", "work"])
    #expect(found["/none"] == [:])
    #expect(DirectCalls().callees(at: [path[...]: Set(places)], of: ["app"]).isEmpty)
  }
}

import Testing

@testable import Exporting

struct UniqueNamesTests {
  @Test func `a short name stays as it is, and is the same each time`() {
    var names = UniqueNames(limit: 64)
    #expect(names.name(["list", "checked"]) == "list/checked")
    #expect(names.name(["list", "checked"]) == "list/checked")
  }

  @Test func `long names are cut, and stay different`() {
    var names = UniqueNames(limit: 64)
    let stem = String(repeating: "x", count: 70)
    let (first, second) = (names.name([stem + "1"]), names.name([stem + "2"]))
    #expect(first != second)
    #expect(first.utf8.count == 64 && second.utf8.count == 64)
    #expect(first.hasPrefix(String(repeating: "x", count: 55) + "~"))
  }

  @Test func `names are cut between characters, at a limit in bytes`() {
    var names = UniqueNames(limit: 16)
    let name = names.name([String(repeating: "ü", count: 20)])
    #expect(name.hasPrefix("üüü~") && name.utf8.count == 15)
  }

  @Test func `different parts that join to the same text get different names`() {
    var names = UniqueNames()
    let first = names.name(["a/b", "c"])
    let second = names.name(["a", "b/c"])
    #expect(first == "a/b/c" && second.hasPrefix("a/b/c~"))
  }

  @Test func `a name does not depend on earlier names`() {
    let long = [String(repeating: "y", count: 100)]
    var (one, other) = (UniqueNames(limit: 64), UniqueNames(limit: 64))
    _ = other.name(["z"])
    #expect(one.name(long) == other.name(long))
  }

  @Test func `the hash is FNV-1a, checked with the published value of foobar`() {
    var names = UniqueNames(limit: 9)
    // <http://www.isthe.com/chongo/src/fnv/test_fnv.c>: 32 bits of "foobar".
    _ = names.name(["x"])
    #expect(names.name(["foobar"]) == "foobar")
    var short = UniqueNames(limit: 5)
    #expect(short.name(["foobar"]) == "~bf9cf968")
  }
}

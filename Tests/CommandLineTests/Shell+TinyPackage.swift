import TestSupport

extension Shell {
  /// Adds a package whose product `tiny` is a driver, called `flagged` where it was compiled with `-DFLAGGED`.
  func addTinyPackage() throws {
    try folder.add(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "tiny", targets: [.executableTarget(name: "tiny")])
      """)
    try folder.add("Sources/tiny/main.swift", Self.tinyDriver)
  }

  /// The protocol in its shortest form: requests are told apart by a word.
  private static let tinyDriver = ##"""
    import Glibc
    @inline(never) func one() -> Int { 1 }
    @inline(never) func two() -> Int { 2 }
    func cpu() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    #if FLAGGED
      let name = "flagged"
    #else
      let name = "plain"
    #endif
    while let request = readLine() {
      if request.contains("hello") {
        print(#"{"ok":true,"protocol":1,"driver":"\#(name)","verbs":["sum"]}"#)
      } else if request.contains("step") {
        let start = cpu()
        let total = one() + two()
        let cost = cpu() - start
        let costs = #"{"wall_ns":\#(cost),"cpu_ns":\#(cost)}"#
        print(#"{"ok":true,"cost":\#(costs),"outcome":{"total":\#(total)}}"#)
      } else {
        print(#"{"ok":true}"#)
      }
      fflush(nil)
      if request.contains("bye") { break }
    }
    """##
}

import Foundation

/// How programs whose code is made at run time are profiled: interpreters and just-in-time compilers.
///
/// perf finds the names of such code in `/tmp/perf-PID.map`, which the program itself writes if asked.
enum CodeMadeAtRunTime {
  /// The variables that ask for it.
  static let environment = [
    // From Python 3.12 on.
    "PYTHONPERFSUPPORT": "1",
    // Without the second option all interpreted functions are one.
    "NODE_OPTIONS": "--perf-basic-prof --interpreted-frames-native-stack",
    // From Java 17 on, at its end. The first option makes older ones ignore the others.
    "JAVA_TOOL_OPTIONS": """
    -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:+DumpPerfMapAtExit \
    -XX:+PreserveFramePointer
    """,
  ]

  /// How perf finds the callers of these programs' code: by frame pointers. Python is mostly compiled without, so of it
  /// perf keeps the top of the stack, and unwinds that up to the innermost function written in Python.
  static func callGraph(of programs: Set<String>) -> String {
    programs.contains { $0.hasPrefix("python") || $0.hasSuffix(".py") } ? "dwarf,4096" : "fp"
  }

  /// Returns an environment with more variables. Options are added to those that are there.
  static func adding(
    _ more: [String: String], to environment: [String: String]
  ) -> [String: String] {
    let options: Set = ["NODE_OPTIONS", "JAVA_TOOL_OPTIONS"]
    var all = environment
    for (name, value) in more {
      let own = options.contains(name) ? environment[name] ?? "" : ""
      all[name] = own.isEmpty ? value : "\(own) \(value)"
    }
    return all
  }

  /// Removes the maps of processes, which would name the code of later ones with the same number.
  static func removeMaps(of processes: some Sequence<some StringProtocol>) {
    for process in processes {
      try? FileManager.default.removeItem(atPath: "/tmp/perf-\(process).map")
    }
  }
}

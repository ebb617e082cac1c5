import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  /// Profiles of programs whose code is made at run time.
  @Suite struct ExplainLanguagesTests {
    /// A program that takes its time in one function.
    struct Program: CustomTestStringConvertible, Sendable {
      let interpreter: String
      /// Prints where the interpreter is; fails if it is not installed.
      let place: String
      let file: String
      let code: String
      /// The function as it is to be named.
      let name: String
      let module: String
      var testDescription: String { interpreter }
    }

    private static let programs = [
      Program(
        interpreter: "Python", place: "python3.12 -c 'import sys; print(sys.executable)'",
        file: "app.py",
        code: """
          def squares(n):
              s = 0
              for i in range(n):
                  s += i * i
              return s

          squares(3_000_000)
          """, name: "squares", module: "app.py"),
      Program(
        interpreter: "Node", place: "command -v node", file: "app.js",
        code: """
          function squares(n) { let s = 0; for (let i = 0; i < n; i++) s += (i * i) % 7; return s }
          for (let j = 0; j < 200; j++) squares(1e6)
          """, name: "squares", module: "app.js"),
      Program(
        interpreter: "Java", place: "command -v java", file: "App.java",
        code: """
          public class App {
            static long squares(int n) {
              long s = 0;
              for (int i = 0; i < n; i++) s += (i * (long) i) % 7;
              return s;
            }
            public static void main(String[] words) {
              for (int j = 0; j < 300; j++) squares(1000000);
            }
          }
          """, name: "App.squares(int)", module: "made at run time"),
    ]

    private static let installed = programs.filter { path(of: $0) != nil }

    /// The interpreter's file; nil if it is not installed.
    private static func path(of program: Program) -> String? {
      guard let found = try? Completion.of(["/bin/sh", "-c", program.place]), found.status == 0
      else { return nil }
      return found.output.split(separator: "\n").last.map(String.init)
    }

    @Test(
      .nightly, .enabled(if: ExplainTests.hasPerf),
      .enabled(if: !installed.isEmpty, "neither Python 3.12 nor Node nor Java is installed"),
      arguments: installed)
    func `explain names the functions of interpreted and just-in-time compiled programs`(
      _ program: Program
    ) throws {
      let shell = try Shell()
      let interpreter = try #require(Self.path(of: program))
      try shell.folder.add(program.file, program.code)
      try shell.folder.add(
        "s.yml",
        """
        scenario: languages
        builds: { a: {} }
        files: [\(program.file)]
        stories: { s: { steps: [{ run: [\(interpreter), \(program.file)] }] } }
        """)
      let explained = try shell.rehearse(
        "explain", "s.yml", "--itself", "--pairs", "8", "--no-counts", "--json")
      #expect(explained.status == 0, "\(explained.errors)")
      let stories = try #require(try shell.json(explained) as? [[String: Any]])
      let story = try #require(stories.first)
      let functions = try #require(story["functions"] as? [[String: Any]])
      let found = try #require(
        functions.first { $0["name"] as? String == program.name },
        "\(functions.compactMap { $0["name"] as? String })")
      #expect(found["module"] as? String == program.module && found["kind"] as? String == "app")
      let notes = (story["notes"] as? [String] ?? []).joined(separator: " ")
      #expect(!notes.contains("interpreter"), "\(notes)")
    }
  }
}

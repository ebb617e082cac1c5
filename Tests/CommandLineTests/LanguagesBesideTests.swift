import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// `Results/kmu2015/beside.py`, on the report of 2015 in the place of today's.
  @Suite struct LanguagesBesideTests {
    private let folder: ScratchFolder

    init() throws {
      try requirePython()
      folder = try ScratchFolder()
      let file = Repository.path("Results/kmu2015/report/report.md")
      var report = try String(contentsOfFile: file, encoding: .utf8)
      for (then, now) in [
        ("**objc against swift**", "**objc against swift-checked**"),
        ("| Story | swift | objc |", "| Story | swift-checked | objc |"),
        ("**Peak CPU, %**", "**CPU time, ms**"), ("| US4A | 7.260 |", "| US4A-return | 7.260 |"),
      ] {
        report = report.replacing(then, with: now)
      }
      try folder.add("report.md", report)
      try folder.add(
        "fixture.csv",
        """
        build,story,step,metric,unit,value
        swift-checked,start,,peak-memory,B,900000
        swift-checked,start,,peak-memory,B,1100000
        swift-checked,start,1,peak-memory,B,5
        objc,start,,peak-memory,B,1250000

        """)
      try folder.add(
        "start.csv",
        """
        build,story,step,metric,unit,value
        swift,start,,peak-memory,B,20000000
        swift,start,1,peak-memory,B,1
        swift,start,,cpu-time,ns,100000000
        swift,start,,cpu-time,ns,200000000
        swift,start,,wall-time,ns,300000000
        swift,start,,minor-faults,1,12340
        swift,start,,other-memory,B,5
        objc,start,,peak-memory,B,16000000
        objc,start,,cpu-time,ns,170000000
        objc,start,,wall-time,ns,180000000
        objc,start,,minor-faults,1,13000

        """)
    }

    private func beside(_ words: String...) throws -> Completion {
      try Completion.of(
        ["python3", Repository.path("Results/kmu2015/beside.py")] + words, in: folder.path)
    }

    @Test
    func
      `ratios, growth since the start, and the relation of memory and CPU stand side by side`()
      throws
    {
      let compress = """
        import lzma
        for name in ["start", "fixture"]:
            lzma.open(name + ".csv.xz", "wb").write(open(name + ".csv", "rb").read())
        """
      #expect(try Completion.of(["python3", "-c", compress], in: folder.path).status == 0)
      let completion = try beside(".")
      #expect(completion.status == 0, "\(completion.errors)")
      let text = try folder.text(of: "README.md")
      // Tables 25 and 43 of the source: 7.26 and 9.97 MB; 1 and 1.25 MB less.
      #expect(
        text.contains(
          "| US4A | 7.260 | 9.970 | 1.373 (1.343 to 1.405) | 7.260 | 9.970 | 1.373 (1.343 to 1.405) "
            + "| 6.26 | 8.72 |"))
      // Tables 34 and 52: 68.8 and 46.9 %.
      #expect(text.contains("| US4A | 68.8 | 46.9 | 0.682 (0.604 to 0.769) | 68.8 | 46.9 | 0.682 "))
      // Pearson's r of the means of tables 25 and 34, and 43 and 52: 0.7937 and 0.3188.
      #expect(text.contains("| Swift | 0.79 | 0.79 |\n| Objective-C | 0.32 | 0.32 |"))
      // Shown by p, adjusted for all ratios: memory more in US3A, US4A, US5, US7, less in US1, US3B, and not in
      // US4B (0.830 to 0.990); CPU less in US2, US3A, US4A, US5, US7.
      let memory = "more than Swift in 4 and less in 2 of 8 stories"
      let cpu = "more than Swift in 0 and less in 5 of 8 stories"
      for sides in [memory, cpu] {
        #expect(text.contains("In 2015 Objective-C took \(sides); today it takes \(sides). "))
      }
      #expect(
        text.contains("| swift | 20.0 | 15.0 | 30.0 | 1234 |\n| objc | 16.0 | 17.0 | 18.0 | 1300 |")
      )
    }

    @Test func `a report without the table is an error that names it`() throws {
      try folder.add("report.md", "# Another\n")
      let completion = try beside(".")
      #expect(completion.status == 1)
      #expect(completion.errors == "report.md has no table 'objc against swift-checked'\n")
    }
  }
}

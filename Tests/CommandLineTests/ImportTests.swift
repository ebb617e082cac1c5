import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// The source's own measurements of 2015.
  @Suite struct ImportTests {
    @Test func `the measurements of 2015 are imported, shown and reported`() throws {
      let shell = try Shell()
      let results = FilePath(#filePath).removingLastComponent().removingLastComponent()
        .removingLastComponent().appending("Results").appending("kmu2015")
      let imported = try shell.rehearse(
        "import", "swift=\(results)/swift_measurements.csv",
        "objc=\(results)/objc_measurements.csv", "--name", "kmu2015",
        "--story-title", "US1=Log in")
      #expect(imported.status == 0, "\(imported.errors)")
      #expect(imported.output.hasPrefix("Experiment 1 (kmu2015): "))
      #expect(imported.output.hasSuffix(" on swift, objc.\n"))
      let list = try shell.rehearse("list")
      #expect(list.output.contains("imported"))
      #expect(try shell.latest()["completedAt"] != nil)
      let report = try shell.rehearse("report", "kmu2015")
      #expect(report.status == 0, "\(report.errors)")
      #expect(report.output == "Results/kmu2015-1/report.html\n")
      let folder = "Results/kmu2015-1"
      for chart in ["peak-memory-by-story", "peak-cpu-by-story", "peak-cpu-against-memory"] {
        let svg = try shell.folder.text(of: "\(folder)/charts/\(chart).svg")
        #expect(svg.contains("<svg") && svg.contains("</svg>"))
      }
      #expect(!shell.folder.files.contains("\(folder)/scenario.yml"))
      let page = try shell.folder.text(of: "\(folder)/report.md")
      #expect(page.contains("- `US1`: Log in\n- `US2`: US2\n"))
      // The means of the eight means, by hand: the source's "final average consumption" (3.9).
      #expect(page.contains("| all stories | 6.594 | | 7.178 | |"))
      #expect(page.contains("| all stories | 58.9 | | 46.71 | |"))
      // As table 34 prints them.
      let statistics = try shell.folder.text(of: "\(folder)/statistics.md")
      #expect(
        statistics.contains("| Sample variance, %² | 306.4889 | 75.55556 | 118.2222 | 82.44444"))
    }

    @Test func `a title for a story that no file has is refused`() throws {
      let shell = try Shell()
      try shell.folder.add(
        "values.csv", "build,story,metric,unit,run,value\na,list,cpu-time,ms,1,2\n")
      for (title, words) in [
        ("lst=List", "--story-title names 'lst'; the stories are list."),
        ("list", "--story-title takes STORY=TITLE, not 'list'."),
      ] {
        let refused = try shell.rehearse("import", "values.csv", "--story-title", title)
        #expect(refused.status != 0 && refused.errors.contains(words), "\(refused.errors)")
      }
    }

    @Test func `a mistake in one file keeps all files out`() throws {
      let shell = try Shell()
      let good = #"{"results": [{"command": "a", "mean": 1, "times": [1, 2]}]}"#
      try shell.folder.add(["good.json": good, "bad.json": good.replacing("2", with: "-2")])
      let refused = try shell.rehearse("import", "good.json", "bad.json")
      #expect(
        refused.status == 1
          && refused.errors.contains(
            "bad.json:1:55: results[0].times[1]: it is -2.0; allowed: 0 and more."),
        "\(refused)")
      #expect(!shell.folder.files.contains("Results/rehearse.sqlite"))
      let imported = try shell.rehearse("import", "old=good.json", "new=good.json")
      #expect(imported.output == "Experiment 1 (good): 4 runs of 1 story on old, new.\n")
    }

    @Test func `two exports of one build are imported under two names`() throws {
      let shell = try Shell()
      for (file, time) in [("old.csv", 1), ("new.csv", 2)] {
        try shell.folder.add(
          file, "build,story,metric,unit,run,value\napp,list,cpu-time,ms,1,\(time)\n")
      }
      let imported = try shell.rehearse("import", "before=old.csv", "after=new.csv")
      #expect(imported.output == "Experiment 1 (old): 2 runs of 1 story on before, after.\n")
    }

    @Test func `a file without a run is refused, and makes no experiment`() throws {
      let shell = try Shell()
      let header = "build,story,metric,unit,run,value\n"
      try shell.folder.add(["empty.csv": header, "full.csv": header + "app,list,cpu-time,ms,1,1\n"])
      for files in [["empty.csv"], ["full.csv", "app=empty.csv"]] {
        let refused = try shell.rehearse(["import"] + files)
        #expect(
          refused.status == 1
            && refused.errors.contains("empty.csv:1:1: there is nothing to import."), "\(refused)")
      }
      #expect(!shell.folder.files.contains("Results/rehearse.sqlite"))
    }

    @Test func `a folder of criterion is imported`() throws {
      let shell = try Shell()
      let folder = "target/criterion/words/new"
      try shell.folder.add("\(folder)/benchmark.json", #"{"full_id": "words"}"#)
      try shell.folder.add("\(folder)/sample.json", #"{"iters": [1, 2], "times": [3, 4]}"#)
      let imported = try shell.rehearse("import", "main=target/criterion")
      #expect(imported.output == "Experiment 1 (criterion): 2 runs of 1 story on main.\n")
      let report = try shell.rehearse("report", "1")
      #expect(report.status == 0, "\(report.errors)")
      let page = try shell.folder.text(of: "Results/criterion-1/report.md")
      #expect(page.contains("imported from criterion"))
      #expect(!page.contains("of single runs"))
    }

    @Test func `the report, history and compare say that imports are of single runs`() throws {
      let shell = try Shell()
      try shell.folder.add(
        "k6.json", #"{"metrics": {"http_req_duration": {"avg": 12.5}, "http_reqs": {"count": 4}}}"#)
      for _ in 1...2 {
        let imported = try shell.rehearse("import", "k6.json", "--name", "load")
        #expect(imported.output.hasSuffix(" (load): 1 run of 1 story on k6.\n"), "\(imported)")
      }
      let words = "1 of 1 imported values is of a single run"
      #expect(try shell.rehearse("report", "load").status == 0)
      let page = try shell.folder.text(of: "Results/load-2/report.md")
      #expect(page.contains("\(words), without an interval: no difference can be found there."))
      let history = try shell.rehearse("history", "--metric", "wall-time")
      #expect(
        history.status == 0
          && history.errors.contains(
            "note: 2 of 2 experiments were imported with single runs, which have no interval.\n"),
        "\(history)")
      let compared = try shell.rehearse("compare", "1", "2")
      #expect(
        compared.status == 5
          && compared.errors.contains(
            "\(words) in k6 of experiment 1; \(words) in k6 of experiment 2; "),
        "\(compared)")
    }

    @Test func `a single run and a single story are reported in the singular`() throws {
      let shell = try Shell()
      try shell.folder.add(
        "one.csv", "build,story,metric,unit,run,value\na,list,cpu-time,ms,1,1.5\n")
      #expect(
        try shell.rehearse("import", "one.csv").output
          == "Experiment 1 (one): 1 run of 1 story on a.\n")
    }
  }
}

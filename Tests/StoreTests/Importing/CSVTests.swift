import Metrics
import Recording
import Store
import Testing

struct CSVTests {
  @Test(arguments: [
    ("\u{FEFF}\(Import.longHeader)a,x,peak-memory,B,1,5\n", "a byte order mark"),
    ("build,story,metric,unit,run,value\r\na,x,peak-memory,B,1,5\r\n", "CR LF"),
    ("build,story,metric,unit,run,value\ra,x,peak-memory,B,1,5\r", "CR"),
    ("\n\n\(Import.longHeader)\n\r\na,x,peak-memory,B,1,5", "empty lines, no end"),
    ("\"build\",story,metric,unit,run,value\n\"a\",\"x\",peak-memory,\"B\",1,\"5\"", "quotes"),
  ])
  func `a CSV file gives the same rows in every common style`(_ text: String, _ habit: String)
    throws
  {
    let runs = try Import.file(text).runs
    #expect(runs.map(\.build) == ["a"], "\(habit)")
    #expect(runs.map(\.story) == ["x"], "\(habit)")
    #expect(runs.first?.measurements == [.peakMemory: 5], "\(habit)")
  }

  @Test(arguments: [
    (#""a,b""#, "a,b"), (#""a ""b""""#, #"a "b""#), ("\"a\nb\"", "a\nb"), ("\"a\r\nb\"", "a\r\nb"),
    (#"a "b" c"#, #"a "b" c"#), (" a ", " a "), ("größe", "größe"),
    ("a\u{2028}b", "a\u{2028}b"), ("\"a,\u{301}\"\"\u{301}\"", "a,\u{301}\"\u{301}"),
  ])
  func `a quoted field holds commas, quotes and line ends`(
    _ written: String, _ name: String
  ) throws {
    let run = try #require(try Import.long("\(written),x,peak-memory,B,1,5\n").first)
    #expect(run.build.unicodeScalars.elementsEqual(name.unicodeScalars))
  }

  @Test func `line ends within quotes count in the line numbers of mistakes`() {
    #expect(
      Import.mistake(
        in: Import.longHeader + "\"a\nb\",x,peak-memory,B,1,5\r\n\"a\r\nb\",x,y,B,1,5")?
        .hasPrefix("f:5:6: there is no metric 'y'") == true)
  }

  @Test func `columns in mistakes count Unicode scalars`() {
    #expect(
      Import.mistake(in: Import.longHeader + "größe,,peak-memory,B,1,5")
        == "f:2:7: the story has no name.")
  }

  @Test(arguments: [
    ("", "f:1:1: the file is empty; allowed: a header and rows."),
    ("\n\r\n", "f:1:1: the file is empty; allowed: a header and rows."),
    ("\u{FEFF}", "f:1:1: the file is empty; allowed: a header and rows."),
    (
      "a,b\n1,2",
      """
      f:1:1: unknown columns 'a,b'; allowed: 'build,story,metric,unit,run,value' or \
      'experiment,build,story,step,kind,round,attempt,arrangement,layout,metric,unit,value' or \
      'metric,story,table,pid,peak,lowest,other_processes'.
      """
    ),
    (
      "story,build,metric,unit,run,value\n",
      """
      f:1:1: unknown columns 'story,build,metric,unit,run,value'; allowed: \
      'build,story,metric,unit,run,value' or \
      'experiment,build,story,step,kind,round,attempt,arrangement,layout,metric,unit,value' or \
      'metric,story,table,pid,peak,lowest,other_processes'.
      """
    ),
    (
      "\(Import.longHeader)a,x,peak-memory,B,1,5\na,x,peak-memory,B,1\n",
      "f:3:1: 5 fields, but the header has 6; allowed: build,story,metric,unit,run,value."
    ),
    (
      "\(Import.longHeader)a,x,peak-memory,B,1,5,\n",
      "f:2:1: 7 fields, but the header has 6; allowed: build,story,metric,unit,run,value."
    ),
    (
      "\(Import.longHeader) \n",
      "f:2:1: 1 field, but the header has 6; allowed: build,story,metric,unit,run,value."
    ),
    ("\(Import.longHeader)a,\"x,peak\n\n", "f:2:3: a quote that is never closed."),
    (
      "\(Import.longHeader)\"a\"b,x,peak-memory,B,1,5\n",
      "f:2:4: 'b' after a closing quote; allowed: a comma or the line's end."
    ),
  ])
  func `a file that can't be split into rows is refused with the reason`(
    _ text: String, _ mistake: String
  ) {
    #expect(Import.mistake(in: text) == mistake)
  }

  @Test func `a file with only a header has no runs`() throws {
    #expect(try Import.file(Import.longHeader).runs == [])
  }

  @Test func `a refused file adds nothing`() throws {
    var measurements = try Import.file(Import.longHeader + "a,x,peak-memory,B,1,5\n")
    let before = measurements
    #expect(throws: StoreError.self) {
      try measurements.add(
        Import.longHeader + "b,x,peak-memory,B,1,5\nb,x,peak-memory,B,2,?\n", file: "g", build: "")
    }
    #expect(measurements == before)
  }
}

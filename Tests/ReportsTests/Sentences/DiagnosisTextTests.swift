import Diagnosing
import Recording
import Reports
import Tables
import TestSupport
import Testing

struct DiagnosisTextTests {
  /// One fact of each kind is known; all others were never looked at.
  private var machine: Environment {
    var facts = MachineFacts()
    facts.allowedProcessors = .known(8)
    facts.processorPressure = .known(16)
    facts.siblingThreads = .known(true)
    facts.clockSource = .known("tsc")
    facts.hardwareCounters = .known(.refused(reason: "Permission\u{1B} denied"))
    return Environment(
      kernel: "Linux 6.1", system: "Debian", architecture: "x86_64", processor: "A Processor",
      processors: 8, memory: 32_000_000_000, load: 0.25, facts: facts)
  }

  private func text(width: Int?, builds: [Problem] = []) -> String {
    DiagnosisText(width: width).rendered(Diagnosis(machine), of: machine, builds: builds)
  }

  @Test func `the gravest findings come first, then what is in order, then what is not known`() {
    expectSnapshot(
      text(width: 60), named: "by-gravity", stating: "Fix before measuring", "Waiting for CPUs",
      "Makes measurements noisier", "Sibling threads", "$ echo off | sudo tee", "Notes",
      "Hardware counters", "OK", "Load", "CPUs", "Clock", "Not known", "Waiting for memory")
  }

  @Test func `a build's problem is listed with the machine's`() {
    expectSnapshot(
      text(width: nil, builds: [.unoptimised(build: "debug")]), named: "with-a-build",
      stating: "Fix before measuring", "Build 'debug': not optimised", "Waiting for CPUs: 16 %",
      "Makes measurements noisier")
  }

  @Test(arguments: [20, 40, 80])
  func `no line but a command is wider than the terminal`(_ width: Int) {
    for line in text(width: width).split(separator: "\n") where !line.hasPrefix("  $ ") {
      #expect(line.count <= width, "\(line)")
    }
  }

  @Test func `headings are coloured in a terminal`() {
    let text = DiagnosisText(width: 80, style: .ansi).rendered(Diagnosis(machine), of: machine)
    #expect(text.contains("\u{1B}[31mFix before measuring\u{1B}[0m"))
    #expect(text.contains("\u{1B}[33mMakes measurements noisier\u{1B}[0m"))
    #expect(text.contains("\u{1B}[1mSibling threads: two a core\u{1B}[0m"))
  }

  @Test(arguments: [(7_990_000_000 as Int64, "8 GB"), (431_000_000, "0.43 GB")])
  func `the machine's memory is rounded, not cut, and never to nothing`(
    _ memory: Int64, _ words: String
  ) throws {
    var machine = machine
    machine.memory = memory
    #expect(try TextTableRenderer().rendered(.environment(machine)).contains(" \(words)\n"))
    let text = DiagnosisText().rendered(Diagnosis(machine), of: machine)
    #expect(text.hasPrefix("A Processor, 8 CPUs, \(words), Debian, Linux 6.1\n"))
  }

  @Test func `the machine's table has a row for each known fact`() throws {
    try expectSnapshot(
      TextTableRenderer().rendered(.environment(machine)), named: "machine-table", stating: "Load",
      "Waiting for CPUs", "16 %", "Sibling threads", "Clock", "Hardware counters", "␛")
    var old = machine
    old.facts = nil
    try expectSnapshot(
      TextTableRenderer().rendered(.environment(old)), named: "old-machine-table",
      stating: "Processor", "Memory", "System", "Load at start  0.25")
  }
}

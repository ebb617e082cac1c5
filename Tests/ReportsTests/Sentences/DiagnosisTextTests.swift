import Diagnosing
import Recording
import Reports
import Tables
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

  @Test func `the gravest comes first, then what is in order, then what is not known`() {
    #expect(
      text(width: 60).hasPrefix(
        """
        A Processor, 8 CPUs, 32 GB, Debian, Linux 6.1

        Fix before measuring

        Waiting for CPUs: 16 % of the time, over 10 seconds
          There is more to run than there are CPUs: wall times
          contain waiting, and CPU times are longer, since caches
          are cold after each wait.
          → End other programs ('top' shows them), or wait.

        Makes measurements noisier

        Sibling threads: two a core
          Work on one thread slows down its sibling, whose CPU time
          grows.
          $ echo off | sudo tee /sys/devices/system/cpu/smt/control

        Notes

        Hardware counters: Permission␛ denied
          Instructions, which hardly vary between runs, can't be
          counted at full speed.
          → In a container, allow the call perf_event_open
            ('--cap-add PERFMON').

        OK

          Load: 0.25 over a minute, on 8 CPUs
          CPUs: 8 online
          Clock: tsc

        Not known

          Waiting for memory: it was not recorded

        """))
  }

  @Test func `a build's problem stands with the machine's`() {
    #expect(
      text(width: nil, builds: [.unoptimised(build: "debug")]).contains(
        """
        Fix before measuring

        Build 'debug': not optimised
          A debug build takes six to seventeen times as long in sorting, and more memory: its \
        measurements say little about what users run.
          → Give the build 'configuration: release', and no '-Onone'.

        Waiting for CPUs: 16 %
        """))
  }

  @Test(arguments: [20, 40, 80])
  func `no line but a command is wider than the terminal`(_ width: Int) {
    for line in text(width: width).split(separator: "\n") where !line.hasPrefix("  $ ") {
      #expect(line.count <= width, "\(line)")
    }
  }

  @Test func `in a terminal headings are told by colour too`() {
    let text = DiagnosisText(width: 80, style: .ansi).rendered(Diagnosis(machine), of: machine)
    #expect(text.contains("\u{1B}[31mFix before measuring\u{1B}[0m"))
    #expect(text.contains("\u{1B}[33mMakes measurements noisier\u{1B}[0m"))
    #expect(text.contains("\u{1B}[1mSibling threads: two a core\u{1B}[0m"))
  }

  @Test func `the machine's table has a row for each fact that is known`() throws {
    #expect(
      TextTableRenderer().rendered(try .environment(machine)) == """
        Machine

        Fact               Value
        ─────────────────  ─────────────────────────────────
        Processor          A Processor, 8 online
        Memory             32 GB
        System             Debian, Linux 6.1, x86_64
        Load               0.25 over a minute, on 8 CPUs
        Waiting for CPUs   16 % of the time, over 10 seconds
        CPUs               8 online
        Sibling threads    two a core
        Clock              tsc
        Hardware counters  Permission␛ denied

        """)
    var old = machine
    old.facts = nil
    #expect(
      TextTableRenderer().rendered(try .environment(old)) == """
        Machine

        Fact           Value
        ─────────────  ─────────────────────────
        Processor      A Processor, 8 online
        Memory         32 GB
        System         Debian, Linux 6.1, x86_64
        Load at start  0.25

        """)
  }
}

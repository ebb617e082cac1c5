import Recording
import Testing

struct InterferenceRuleTests {
  private let rule = InterferenceRule.standard

  /// A second on two CPUs in which only the run did something: 100 ms.
  private func quiet(_ change: (inout Interference) -> Void = { _ in }) -> Interference {
    var interference = Interference(observed: 1_000_000_000, processors: 2, harness: 10_000_000)
    interference.run = 100_000_000
    interference.busy = 110_000_000
    interference.stolen = 0
    interference.processorWaiting = 0
    interference.memoryWaiting = 0
    interference.storageWaiting = 0
    interference.swappedPages = 0
    change(&interference)
    return interference
  }

  private func verdict(
    _ kind: RunKind = .solo, _ change: (inout Interference) -> Void = { _ in }
  ) -> InterferenceVerdict {
    rule.verdict(on: quiet(change), kind: kind)
  }

  @Test func `CPU time of others excludes the run and Rehearse, and is never below zero`() {
    #expect(quiet().others == 0)
    #expect(quiet { $0.busy = 460_000_000 }.others == 350_000_000)
    #expect(quiet { $0.busy = 50_000_000 }.others == 0)
    #expect(quiet { $0.busy = nil }.others == nil)
    #expect(quiet { $0.run = nil }.others == nil)
  }

  @Test func `a quiet machine does not disturb a run`() {
    #expect(verdict() == .undisturbed)
  }

  @Test func `a counter counts as a disturbance only above its limit, not at it`() {
    func cause(
      _ change: @escaping (inout Interference) -> Void
    ) -> [InterferenceCause] {
      guard case .disturbed(let excesses) = verdict(.solo, change) else { return [] }
      return excesses.map(\.cause)
    }
    #expect(cause { $0.busy = 210_000_000 } == [])
    #expect(cause { $0.busy = 220_000_000 } == [.otherProcesses])
    // Of two CPUs' second each: 2 s.
    #expect(cause { $0.stolen = 20_000_000 } == [])
    #expect(cause { $0.stolen = 30_000_000 } == [.stolenTime])
    #expect(cause { $0.processorWaiting = 100_000_000 } == [])
    #expect(cause { $0.processorWaiting = 100_000_001 } == [.processorWaiting])
    #expect(cause { $0.memoryWaiting = 10_000_000 } == [])
    #expect(cause { $0.memoryWaiting = 10_000_001 } == [.memoryWaiting])
    #expect(cause { $0.swappedPages = 128 } == [])
    #expect(cause { $0.swappedPages = 129 } == [.swapping])
    #expect(cause { $0.harness = 100_000_000 } == [])
    #expect(cause { $0.harness = 100_000_001 } == [.harness])
    #expect(verdict(.duet) { $0.harness = 100_000_001 } == .undisturbed)
  }

  @Test func `waiting for storage does not count as a disturbance`() {
    #expect(verdict { $0.storageWaiting = 1_000_000_000 } == .undisturbed)
  }

  @Test func `the gravest cause comes first, and sets the severity of the disturbance`() {
    let verdict = verdict {
      $0.busy = 460_000_000
      $0.processorWaiting = 600_000_000
    }
    #expect(
      verdict
        == .disturbed([
          InterferenceExcess(cause: .processorWaiting, value: 60, limit: 10),
          InterferenceExcess(cause: .otherProcesses, value: 35, limit: 10),
        ]))
    #expect(verdict.severity == 6)
    #expect(
      verdict.words
        == "disturbed: tasks waited for a CPU in 60 % of the time, other processes took 35 % of a CPU"
    )
  }

  @Test func `waiting for a CPU does not count if the run's own threads crowd the CPUs`() {
    let waiting: (inout Interference) -> Void = { $0.processorWaiting = 900_000_000 }
    #expect(verdict(.solo, waiting).severity > 0)
    #expect(verdict(.duet, waiting).severity == 0)
    #expect(
      verdict {
        waiting(&$0)
        $0.processors = 1
      }.severity == 0)
    #expect(
      verdict {
        waiting(&$0)
        $0.run = 1_000_000_001
      }.severity == 0)
  }

  @Test func `a short run is never judged undisturbed, since ticks are too coarse for it`() {
    let words = "it was shorter than 500 ms, too short for the kernel's ticks of 10 ms"
    func short(
      _ nanoseconds: Int64, _ change: (inout Interference) -> Void = { _ in }
    ) -> InterferenceVerdict {
      verdict {
        $0.observed = nanoseconds
        change(&$0)
      }
    }
    #expect(short(499_999_999) == .unknown(reason: words))
    #expect(short(500_000_000) == .undisturbed)
    #expect(short(499_999_999) { $0.busy = 900_000_000 } == .unknown(reason: words))
    #expect(short(499_999_999) { $0.stolen = 100_000_000 } == .unknown(reason: words))
    #expect(short(100_000_000) { $0.memoryWaiting = 2_000_000 }.severity > 0)
    #expect(short(99_999_999) { $0.memoryWaiting = 2_000_000 }.severity == 0)
    #expect(short(1) { $0.swappedPages = 1000 }.severity > 0)
  }

  @Test func `an unknown CPU time of others makes the verdict unknown`() {
    #expect(rule.verdict(on: nil, kind: .solo) == .unknown(reason: "nothing was recorded"))
    #expect(
      verdict { $0.run = nil }
        == .unknown(reason: "the CPU time of other processes is not known"))
    #expect(
      verdict {
        $0.stolen = nil
        $0.processorWaiting = nil
        $0.memoryWaiting = nil
        $0.swappedPages = nil
      } == .undisturbed)
  }

  @Test func `the rule is reported with its limits`() {
    #expect(
      RerunPolicy(repeats: 2).description == """
        A run counts as disturbed if other processes took more than 10 % of a CPU, or the \
        hypervisor took more than 1 % of the CPUs' time, or tasks waited for a CPU in more than \
        10 % of the time, or tasks waited for memory in more than 1 % of the time, or more than \
        128 pages were swapped, or Rehearse itself took more than 10 % of a CPU; CPU use of \
        others and stolen time are judged in runs of 500 ms or more. It is repeated at once, at \
        most 2 times, with the other builds' runs of its round; the first undisturbed try counts, \
        or else the least disturbed one. Waiting for memory and swapping are reported, but are no \
        reason to repeat a run, which may have caused them itself: repeating would favour the build that \
        needs more memory.
        """)
  }
}

extension InterferenceVerdict {
  /// The gravest cause as a multiple of its limit; 0 if nothing is known to have disturbed.
  var severity: Double {
    guard case .disturbed(let excesses) = self else { return 0 }
    return excesses.first?.severity ?? 0
  }
}

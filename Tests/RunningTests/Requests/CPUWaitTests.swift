import Testing

@testable import rehearse_users

/// The time for which what sends requests waited for a CPU, and the runs that fail by it.
@Suite struct CPUWaitTests {
  @Test func `the kernel's second number is the time of waiting, in nanoseconds`() {
    #expect(CPUWait.time(in: "108123 78919 2\n") == .nanoseconds(78_919))
    #expect(CPUWait.time(in: "108123 0 2\n") == .zero)
  }

  // Three zeros: it is compiled in, and switched off.
  @Test(arguments: ["0 0 0\n", "", "108123 78919\n", "108123 x 2\n", "1 2 3 4\n"])
  func `without a count nothing is known of waiting`(_ text: String) {
    #expect(CPUWait.time(in: text) == nil)
  }

  @Test func `a run of a pair is not measured if it waited for more than half of the time`() {
    #expect(CPUWait.failure(after: 0.5, inPair: true) == nil)
    let failure = CPUWait.failure(after: 0.501, inPair: true)
    #expect(failure == .clientStarved(share: 0.501))
    #expect(failure?.code == "not-measured")
    #expect(
      failure?.description
        == "What sends the requests waited for a CPU for 51 % of the time (at most 50 % is allowed), so latencies "
        + "would be other programs': end those, or let Rehearse enter the real-time class, as 'rehearse doctor' "
        + "advises.")
  }

  @Test func `nothing fails if the service may have the CPUs, or if nothing is known`() {
    #expect(CPUWait.failure(after: 1, inPair: false) == nil)
    #expect(CPUWait.failure(after: nil, inPair: true) == nil)
  }

  /// The share of the busiest part, by moments and the CPU time used until then, ms; the last one is the end.
  private func busiest(_ moments: [(now: Int, used: Int)]) -> Double {
    var slices = BusySlices(from: .milliseconds(1000), used: .milliseconds(7))
    for (now, used) in moments.dropLast() {
      slices.note(.milliseconds(1000 + now), used: .milliseconds(7 + used))
    }
    if let (now, used) = moments.last {
      slices.end(.milliseconds(1000 + now), used: .milliseconds(7 + used))
    }
    return slices.busiest
  }

  @Test func `what sends requests is judged by its busiest tenth of a second`() {
    // One of ten: a tenth of the whole time.
    #expect(busiest([(400, 0), (450, 45), (500, 95), (900, 95), (1000, 95)]) == 0.95)
    // Of what ended late the whole length counts, and of what ended early nothing.
    #expect(busiest([(250, 125), (350, 130), (390, 170)]) == 0.5)
    #expect(busiest([(250, 125), (350, 130), (400, 170)]) == 0.8)
  }

  @Test func `a sender that was too busy says how busy, when and what is allowed`() {
    #expect(
      UserError.clientTooSlow(share: 0.951, most: 0.9, ofTime: "of a tenth of a second").description
        == "What sends the requests was busy itself for 96 % of a tenth of a second (at most 90 % is allowed), so "
        + "latencies would be its own: let fewer users arrive.")
  }
}

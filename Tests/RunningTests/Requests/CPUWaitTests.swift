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
}

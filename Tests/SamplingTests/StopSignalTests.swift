import Foundation
import Testing

@testable import Sampling

struct StopSignalTests {
  @Test func `a deadline in the past is not waited for`() {
    #expect(!StopSignal().wait(until: 0))
  }

  @Test func `a signal given earlier is not missed, and lasts`() {
    let signal = StopSignal()
    signal.give()
    #expect(signal.wait(until: .max) && signal.wait(until: 0))
  }

  @Test func `a signal wakes a waiting thread`() {
    let signal = StopSignal()
    Thread { signal.give() }.start()
    #expect(signal.wait(until: .max))
  }
}

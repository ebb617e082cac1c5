import Foundation
import Testing

@testable import Sampling

struct StopSignalTests {
  @Test func `a time that has passed is not waited for`() {
    #expect(!StopSignal().wait(until: 0))
  }

  @Test func `a signal given before is not missed, and stays given`() {
    let signal = StopSignal()
    signal.give()
    #expect(signal.wait(until: .max) && signal.wait(until: 0))
  }

  @Test func `a signal wakes a thread that waits`() {
    let signal = StopSignal()
    Thread { signal.give() }.start()
    #expect(signal.wait(until: .max))
  }
}

import CProcessorCounter
import Foundation
import Testing

@testable import DriverKit

/// Page faults stand in for instructions, which not every machine can count: the kernel counts them
/// anywhere, and to the fault. Other threads of the test process can only add to them. The counter counts a fault where
/// it begins, also each time that it is tried again, and the process' sum where it ends. So other threads set the two
/// apart, and tests that compare them are processes of their own.
struct ProcessorCounterTests {
  private let counter: ProcessorCounter

  init() throws { counter = try ProcessorCounter(processor_event_page_faults()) }

  @Test func `a counter that was never started counts nothing`() throws {
    let pages = try FreshPages(64)
    defer { pages.release() }
    pages.touch()
    #expect(try counter.count() == 0)
  }

  @Test func `a counter counts only events while it is on`() async {
    await #expect(processExitsWith: .success) {
      let counter = try ProcessorCounter(processor_event_page_faults())
      let (inside, between, again) = (try FreshPages(64), try FreshPages(4096), try FreshPages(32))
      let start = FreshPages.faults
      counter.start()
      inside.touch()
      counter.stop()
      between.touch()
      counter.start()
      again.touch()
      counter.stop()
      let all = FreshPages.faults - start
      let counted = try counter.count()
      #expect(counted >= 96)
      #expect(all - counted > 2048)
    }
  }

  @Test
  func `earlier and new threads are counted, whether they still run or have ended`()
    throws
  {
    let (early, late, running) = (
      try FreshPages(1000), try FreshPages(2000), try FreshPages(4000)
    )
    let (begin, touched, end) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let ready = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      ready.signal()
      begin.wait()
      early.touch()
      touched.signal()
    }
    ready.wait()
    let counter = try ProcessorCounter(processor_event_page_faults())
    counter.start()
    begin.signal()
    Thread.detachNewThread {
      late.touch()
      touched.signal()
    }
    Thread.detachNewThread {
      running.touch()
      touched.signal()
      end.wait()
    }
    for _ in 0..<3 { touched.wait() }
    counter.stop()
    #expect(try counter.count() >= 7000)
    end.signal()
    for pages in [early, late, running] { pages.release() }
  }

  @Test func `an event that the kernel does not have is refused with a reason`() {
    let error = #expect(throws: DriverError.self) {
      try ProcessorCounter(processor_event(type: UInt32(PERF_TYPE_SOFTWARE.rawValue), number: 9999))
    }
    #expect(error?.code == "not-counted")
    #expect(error?.description.hasPrefix("The kernel refused to count instructions: ") == true)
  }

  @Test func `a stopwatch counts only its own calls, even if they throw`() async {
    await #expect(processExitsWith: .success) {
      struct Refused: Error {}
      let counter = try ProcessorCounter(processor_event_page_faults())
      let (inside, outside) = (try FreshPages(64), try FreshPages(4096))
      var stopwatch = Stopwatch(counter: .processor(counter))
      let start = FreshPages.faults
      outside.touch()
      #expect(throws: Refused.self) {
        try stopwatch.measure {
          inside.touch()
          throw Refused()
        }
      }
      let all = FreshPages.faults - start
      let counted = try counter.count()
      #expect(counted >= 64)
      #expect(all - counted > 2048)
    }
  }
}

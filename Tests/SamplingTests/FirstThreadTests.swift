import DriverProtocol
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Sampling

/// A process whose first thread has ended while another works: the kernel's files of the process show no
/// memory then, and its state is that of a process that has ended.
@Suite struct FirstThreadTests {
  private let process: Conversation
  private static let megabyte: Int64 = 1 << 20

  init() throws {
    let program = try CompiledProgram(Self.source, options: ["-O1", "-pthread"])
    process = try Conversation([program.path.string])
    // Answered by the second thread, when it has waited for the end of the first.
    let answer = try process.ask("0")
    #expect(answer == "done")
  }

  /// Of each line, touches so many megabytes and gives them back; holds 40 from its start on.
  private static let source = #"""
    #include <pthread.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/mman.h>

    static pthread_t first;

    static void *work(void *unused) {
      char line[100];
      static void *volatile held;
      held = malloc(40 << 20);
      memset(held, 1, 40 << 20);
      pthread_join(first, NULL);
      while (fgets(line, sizeof line, stdin)) {
        size_t size = ((size_t)atoi(line) << 20) + 4096;
        void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memset(memory, 1, size);
        munmap(memory, size);
        puts("done"), fflush(stdout);
      }
      exit(0);
      return unused;
    }

    int main(void) {
      pthread_t thread;
      first = pthread_self();
      pthread_create(&thread, NULL, work, NULL);
      pthread_exit(NULL);
    }
    """#

  @Test func `a process whose first thread ended can be watched, with its memory and CPU time`()
    throws
  {
    #expect(try AttachTarget(pid: process.pid).pid == process.pid)
    let tree = try TreeReader(pids: [process.pid], epoch: MonotonicClock.now)
    for _ in 1...2 {
      let sample = try #require(try tree.read()).sample
      #expect(sample.resident > 40 * Self.megabyte && sample.resident < 60 * Self.megabyte)
      #expect(sample.cpu > 0)
    }
  }

  @Test func `a step has its own peak, although the first thread has ended`() throws {
    let probe = try TreeProbe(pid: process.pid, epoch: MonotonicClock.now)
    defer { probe.close() }
    func cost(of line: String) throws -> TreeProbe.Account {
      let start = try probe.begin()
      #expect(try process.ask(line) == "done")
      return try probe.cost(since: start)
    }
    let accounts = try [cost(of: "0"), cost(of: "64"), cost(of: "0")]
    let peaks = try accounts.map { try #require($0.cost.peakMemory).count }
    #expect(accounts.map(\.peakIsOfStep) == [true, true, true])
    #expect(abs(peaks[1] - peaks[0] - 64 * Self.megabyte) < Self.megabyte)
    #expect(abs(peaks[2] - peaks[0]) < Self.megabyte)
    let anonymous = try accounts.map { try #require($0.peakAnonymous).bytes.count }
    #expect(abs(anonymous[1] - anonymous[0] - 64 * Self.megabyte) < Self.megabyte)
  }

  @Test func `its proportional memory is that of a thread that lives`() throws {
    let tree = try TreeReader(
      pids: [process.pid], epoch: MonotonicClock.now, readsProportional: true)
    _ = try tree.read()
    let held = try #require(tree.proportionalAtEnd()).count
    #expect(held > 40 * Self.megabyte && held < 60 * Self.megabyte)
  }

  @Test func `once all threads have ended, the process has ended`() throws {
    let tree = try TreeReader(pids: [process.pid], epoch: MonotonicClock.now)
    try process.endWithoutReaping()
    #expect(try tree.read() == nil)
    #expect(throws: SamplingError.self) { try AttachTarget(pid: process.pid) }
  }
}

import Sampling
import SystemPackage
import Testing

struct SystemFileTests {
  private func malformed(_ missing: String) -> SamplingError {
    .malformed(path: "/t", missing: missing)
  }

  @Test func `busy time of all CPUs excludes idle, waiting and stolen time`()
    throws
  {
    let text = """
      cpu  10132153 290696 3084719 46828483 16683 1000 25195 175628 7 8
      cpu0 5066076 145348 1542359 23414241 8341 500 12597 87814 3 4
      intr 199292

      """
    let time = try parsed(text, SystemTime.init)
    #expect(time.busyTicks == 10_132_153 + 290_696 + 3_084_719 + 1000 + 25_195)
    #expect(time.stolenTicks == 175_628)
    #expect(time.totalTicks == time.busyTicks + 46_828_483 + 16_683 + 175_628)
  }

  @Test(arguments: [
    "", "cpu", "cpu  1 2 3 4 5 6 7\ncpu0 1 2 3 4 5 6 7 8\n", "intr 1 2 3 4 5 6 7 8\n",
  ])
  func `stat without the time of all CPUs is refused`(_ text: String) {
    #expect(throws: malformed("cpu steal")) { try parsed(text, SystemTime.init) }
  }

  @Test func `CPU times that overflow do not trap`() throws {
    let huge = "9223372036854775807"
    let text = "cpu  \(huge) \(huge) 2 0 0 0 0 0\n"
    #expect(try parsed(text, SystemTime.init).busyTicks == 0)
  }

  @Test func `meminfo has the total and the available memory`() throws {
    let text = """
      MemTotal:       32619236 kB
      MemFree:         1234567 kB
      MemAvailable:   20480000 kB
      Buffers:          100000 kB

      """
    let memory = try parsed(text, SystemMemory.init)
    #expect(memory.totalKilobytes == 32_619_236)
    #expect(memory.availableKilobytes == 20_480_000)
  }

  @Test func `meminfo without available memory, as before Linux 3.14, is refused`() {
    #expect(throws: malformed("MemAvailable:")) {
      try parsed("MemTotal: 1 kB\nMemFree: 1 kB\n", SystemMemory.init)
    }
  }

  @Test func `stat has a line for each CPU that is online`() throws {
    let text = """
      cpu  100 1 30 500 16 2 25 7 9 9
      cpu0 50 1 15 250 8 1 12 3 4 4
      cpu3 50 0 15 250 8 1 13 4 5 5
      intr 199292

      """
    #expect(try parsed(text, ProcText.onlineProcessors) == 2)
    #expect(throws: malformed("cpu0")) {
      try parsed("cpu  1 2 3 4 5 6 7 8\nintr 1\n", ProcText.onlineProcessors)
    }
  }

  @Test func `loadavg begins with the average over a minute`() throws {
    #expect(try parsed("2.52 1.80 1.06 4/109 23210\n", ProcText.load) == 2.52)
  }

  @Test(arguments: ["", "\n", "x", ".5 1", "1. 2", "-1.00 1"])
  func `a load that is not a number is refused`(_ text: String) {
    #expect(throws: malformed("load")) { try parsed(text, ProcText.load) }
  }

  @Test func `pressure is the share of ten seconds in which some task waited`() throws {
    let text = """
      some avg10=15.95 avg60=6.99 avg300=9.41 total=283234101
      full avg10=3.00 avg60=0.00 avg300=0.00 total=0

      """
    #expect(try parsed(text, ProcText.pressure) == 15.95)
    #expect(throws: malformed("some avg10")) {
      try parsed("full avg10=3.00 avg60=0.00\n", ProcText.pressure)
    }
  }

  @Test func `used swap is the total less the free swap`() throws {
    let space = try parsed("MemTotal: 9 kB\nSwapTotal: 800 kB\nSwapFree:  300 kB\n", SwapSpace.init)
    #expect(space.totalKilobytes == 800)
    #expect(space.usedKilobytes == 500)
    #expect(throws: malformed("SwapFree:")) { try parsed("SwapTotal: 8 kB\n", SwapSpace.init) }
  }

  @Test(arguments: [
    ("0", 1), ("0-3", 4), ("0,2-3,7", 4), ("3-3", 1),
  ])
  func `status lists the CPUs that may be used`(_ list: String, _ count: Int) throws {
    let text = "Cpus_allowed:\tff\nCpus_allowed_list:\t\(list)\n"
    #expect(try parsed(text, ProcessorList.init(allowedIn:)).count == count)
  }

  @Test func `a list of the threads of a core names each CPU`() throws {
    let adjacent = try parsed("2-3\n", ProcessorList.init(_:))
    #expect((0...4).filter(adjacent.contains) == [2, 3] && adjacent.count == 2)
    let apart = try parsed("1,5\n", ProcessorList.init(_:))
    #expect((0...6).filter(apart.contains) == [1, 5])
    for text in ["", "\n", "3,\n", "none\n"] {
      #expect(throws: SamplingError.self) { try parsed(text, ProcessorList.init(_:)) }
    }
  }

  @Test(arguments: [
    "", "Cpus_allowed: ff\n", "Cpus_allowed_list: \n", "Cpus_allowed_list: a\n",
    "Cpus_allowed_list: 3-1\n", "Cpus_allowed_list: 0,\n", "Cpus_allowed_list: 0-1-2\n",
    "Cpus_allowed_list: 0-9223372036854775807\n",
  ])
  func `a malformed list of CPUs is refused`(_ text: String) {
    #expect(throws: malformed("Cpus_allowed_list:")) {
      try parsed(text, ProcessorList.init(allowedIn:))
    }
  }
}

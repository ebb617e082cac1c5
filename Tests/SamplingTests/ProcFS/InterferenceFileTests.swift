import Sampling
import SystemPackage
import Testing

struct InterferenceFileTests {
  @Test func `the total of a pressure file is the time in which some task waited`() throws {
    let text = """
      some avg10=16.79 avg60=5.87 avg300=8.13 total=118450748
      full avg10=0.00 avg60=0.00 avg300=0.00 total=7

      """
    #expect(try parsed(text, ProcText.stallTime) == 118_450_748)
  }

  @Test(arguments: ["", "total", "some avg10=16.79 avg60=5.87 avg300=8.13\n"])
  func `a pressure file without a total is refused`(_ text: String) {
    #expect(throws: SamplingError.malformed(path: "/t", missing: "some total")) {
      try parsed(text, ProcText.stallTime)
    }
  }

  @Test func `vmstat has the pages swapped in and out`() throws {
    let pages = try parsed(
      "nr_free_pages 5\npswpin 12\npswpout 34\npgmajfault 9\n", ProcText.swappedPages)
    #expect(pages == 12 + 34)
    #expect(throws: SamplingError.malformed(path: "/t", missing: "pswpin ")) {
      try parsed("nr_free_pages 5\n", ProcText.swappedPages)
    }
  }
}

import Sampling
import SystemPackage
import Testing

struct ListeningPortsTests {
  private static let heading =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"

  @Test func `only listening sockets are listed, by port`() throws {
    let text =
      Self.heading + """
           0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 21
           1: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 22
           2: 0100007F:9C40 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 23
           3: 0100007F:9C41 0100007F:1F90 06 00000000:00000000 03:00001234 00000000     0        0 0

        """
    #expect(try parsed(text, ProcText.listeningPorts) == [8080, 22])
  }

  @Test func `ports are read after IPv6 addresses too`() throws {
    let text =
      Self.heading
      + "   0: 00000000000000000000000001000000:FFFF 00000000000000000000000000000000:0000 0A 0:0\n"
    #expect(try parsed(text, ProcText.listeningPorts) == [65535])
    #expect(try parsed(Self.heading, ProcText.listeningPorts) == [])
  }

  @Test(arguments: [
    ("", "local_address"), ("x\n", "local_address"), ("_\n 0: 0100007F:1F90\n", "st"),
    ("_\n 0: 0100007F:1F90F 0:0 0A 1\n", "local_address"),
    ("_\n 0: zz 0:0 0A 1\n", "local_address"),
  ])
  func `a file that is no list of sockets is refused`(_ text: String, _ missing: String) {
    #expect(throws: SamplingError.malformed(path: "/t", missing: missing)) {
      try parsed(text, ProcText.listeningPorts)
    }
  }
}

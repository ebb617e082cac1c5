import Recording
import Store
import Testing

/// What a part finds out about its machine before it makes pairs.
struct PartLookTests {
  @Test(arguments: [
    (0.4, [] as [String]),
    (
      0.41,
      [
        "many apart, because both sides' services together would need 82 % of the CPU that they share"
      ]
    ),
  ])
  func `in a part, too, many users come to one side after the other if servers are too busy`(
    _ share: Double, _ expected: [String]
  ) async throws {
    var machine = try PartMachine()
    machine.isOfUsers = true
    let rhythm = Rhythm(cpu: share * 1e8, wall: 1e8, isOfUsers: true)
    try await machine.make(2, by: machine.stage.equipment(rhythms: ["many": rhythm]))
    #expect(machine.stage.log.lines.filter { $0.hasPrefix("many apart") } == expected)
    // A resumed part goes on in the same way.
    #expect(try machine.stage.store.experiment("1").decision?.rhythms == ["many": rhythm])
  }

  @Test func `a part looks at no other stories, so all machines make their pairs in one way`()
    async throws
  {
    var machine = try PartMachine()
    machine.gates = "{ metric: wall-time, stories: [t] }, { metric: cpu-time }"
    let rhythm = Rhythm(cpu: 2e8, wall: 1e8)
    try await machine.make(1, by: machine.stage.equipment(rhythms: ["s": rhythm, "t": rhythm]))
    #expect(!machine.stage.log.lines.contains { $0.hasPrefix("in turns") })
    #expect(try machine.stage.store.experiment("1").decision?.rhythms == nil)
  }
}

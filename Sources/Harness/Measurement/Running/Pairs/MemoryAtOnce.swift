import Recording

/// Makes two runs for anonymous memory alone at once, each on a CPU of its own: what it reads repeats whatever runs
/// beside. All others are left to another executor.
public struct MemoryAtOnce: Executor {
  private let first: ProcessExecutor
  private let second: ProcessExecutor
  private let reserved: (first: ReservedCPU, second: ReservedCPU)
  private let stories: Set<String>
  private let others: any Executor

  /// Prepares for a scenario's runs; nil if there is no second CPU. Runs of these `stories` leave nothing that another
  /// run could find.
  public init?(_ setup: ReplaySetup, of stories: Set<String>, others: any Executor) {
    guard let own = ReservedCPU.own else { return nil }
    self.init(setup, of: stories, beside: own, others: others)
  }

  init?(
    _ setup: ReplaySetup, of stories: Set<String>, beside own: ReservedCPU, others: any Executor
  ) {
    guard !stories.isEmpty, let cpus = try? CPUAffinity().cpus,
      let another = own.second(among: cpus)
    else { return nil }
    var first = ProcessExecutor(setup)
    var second = first
    (first.cpu, second.cpu) = (own.cpu, another.cpu)
    (self.first, self.second) = (first, second)
    reserved = (own, another)
    self.stories = stories
    self.others = others
  }

  /// Makes the first two runs of a batch if both are for memory, or as many as the other executor makes.
  public func execute(_ batch: ArraySlice<PlannedRun>) -> [Run] {
    let two = Array(batch.prefix(2))
    guard two.count == 2,
      two.allSatisfy({ $0.kind == .fixedAddresses && stories.contains($0.story) }),
      reserved.first.leavesFree(reserved.second.cpu)
    else { return others.execute(batch) }
    // Only its thread uses it meanwhile.
    nonisolated(unsafe) let second = second
    let made = BothAtOnce.make {
      first.execute(two[0])
    } _: {
      second.execute(two[1])
    }
    return made ?? others.execute(batch)
  }
}

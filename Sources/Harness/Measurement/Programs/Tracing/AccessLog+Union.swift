/// The logs of several traces as one.
extension AccessLog {
  /// Adds the uses that another trace tells of. Which came first is unknown: both are believed.
  mutating func formUnion(_ other: AccessLog) {
    accesses.merge(other.accesses) { one, another in
      Access(uses: one.uses.union(another.uses), isWritten: one.isWritten || another.isWritten)
    }
    executed.merge(other.executed) { $0.union($1) }
    // Numbers are used again, so both may have one of the same number.
    for (socket, address) in other.unconnected { unconnected["\(socket) \(address)"] = address }
    moved.formUnion(other.moved)
    connected.formUnion(other.connected)
    refused.formUnion(other.refused)
    bound.formUnion(other.bound)
    unbound.formUnion(other.unbound)
    kernelNames.formUnion(other.kernelNames)
    locked.alone.formUnion(other.locked.alone)
    locked.together.formUnion(other.locked.together)
    gaps.formUnion(other.gaps)
    scheduling.formUnion(other.scheduling)
  }
}

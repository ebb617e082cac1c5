import Foundation

/// Carries out tasks, one for each CPU at a time.
/// - Returns: their results, in order.
/// - Throws: the first error; the other tasks are cancelled.
func concurrently<Value: Sendable>(
  _ count: Int, _ task: @escaping @Sendable (_ index: Int) async throws -> Value
) async throws -> [Value] {
  var values = [Value?](repeating: nil, count: count)
  try await withThrowingTaskGroup(of: (Int, Value).self) { group in
    func add(_ index: Int) {
      group.addTask {
        try Task.checkCancellation()
        return (index, try await task(index))
      }
    }
    var next = min(ProcessInfo.processInfo.activeProcessorCount, count)
    for index in 0..<next { add(index) }
    while let (index, value) = try await group.next() {
      values[index] = value
      if next < count {
        add(next)
        next += 1
      }
    }
  }
  return values.compactMap(\.self)
}

import Recording

/// The code that a process has loaded: what function an address is in.
public struct LoadedCode {
  private let regions: [Region]
  private let load: (Substring) -> ElfSymbols?
  private var names: FunctionNames
  private var files: [Substring: ElfSymbols?] = [:]
  private var known: [UInt64: ProfiledFunction] = [:]

  private struct Region {
    let addresses: Range<UInt64>
    let offset: UInt64
    let file: Substring
  }

  /// - Parameters:
  ///   - maps: the text of `/proc/PID/maps`. A line that is none of it is left out.
  ///   - names: tells functions apart.
  ///   - load: reads the symbols of a file, by its path; nil where it can't be read.
  public init(maps: String, names: FunctionNames, load: @escaping (Substring) -> ElfSymbols?) {
    self.names = names
    self.load = load
    regions = maps.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard words.count >= 5, words[1].contains("x") else { return nil }
      let ends = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard ends.count == 2, ends[0] < ends[1], let offset = UInt64(words[2], radix: 16) else {
        return nil
      }
      let file = words.count > 5 ? words[5].drop { $0 == " " } : "[unknown]"
      return Region(addresses: ends[0]..<ends[1], offset: offset, file: file)
    }
  }

  /// The functions of a path of return addresses, the outermost first. What an address outside of all code
  /// stands for is left out.
  public mutating func path(_ addresses: some BidirectionalCollection<UInt64>) -> [ProfiledFunction]
  {
    var path: [ProfiledFunction] = []
    for address in addresses.reversed() {
      // A return address may be behind the end of its function.
      guard let function = function(at: address &- 1), function != path.last else { continue }
      path.append(function)
    }
    return path
  }

  private mutating func function(at address: UInt64) -> ProfiledFunction? {
    if let found = known[address] { return found }
    guard let region = regions.first(where: { $0.addresses.contains(address) }) else { return nil }
    let symbols = files[region.file] ?? load(region.file)
    files[region.file] = .some(symbols)
    let (offset, overflows) = (address - region.addresses.lowerBound)
      .addingReportingOverflow(region.offset)
    let symbol = overflows ? nil : symbols?.symbol(at: offset)
    let function = names.function(symbol: symbol, image: region.file)
    known[address] = function
    return function
  }
}

import Recording

/// The code that a process has loaded: finds the function at an address.
public struct LoadedCode {
  private let regions: LoadedRegions
  private let inlined: [Substring: [UInt64: [String]]]
  private let load: (Substring) -> ElfSymbols?
  private var names: FunctionNames
  private var files: [Substring: ElfSymbols?] = [:]
  private var known: [UInt64: [ProfiledCall]] = [:]

  /// The code in regions. `inlined` has what was inlined, by file and place, the innermost first. `load`
  /// reads the symbols of a file, given its path; it returns nil if it can't be read.
  public init(
    _ regions: LoadedRegions, names: FunctionNames,
    inlined: [Substring: [UInt64: [String]]] = [:], load: @escaping (Substring) -> ElfSymbols?
  ) {
    self.regions = regions
    self.names = names
    self.inlined = inlined
    self.load = load
  }

  /// The calls for a path of return addresses, the outermost first. Addresses outside all code are left out.
  public mutating func path(_ addresses: some BidirectionalCollection<UInt64>) -> [ProfiledCall] {
    var path: [ProfiledCall] = []
    for address in addresses.reversed() { path.add(calls(at: address)) }
    return path
  }

  private mutating func calls(at returnAddress: UInt64) -> [ProfiledCall] {
    if let found = known[returnAddress] { return found }
    guard let place = regions.place(before: returnAddress) else { return [] }
    let symbols = files[place.file] ?? load(place.file)
    files[place.file] = .some(symbols)
    let calls = names.calls(
      symbol: place.offset.flatMap { symbols?.symbol(at: $0) }, image: place.file,
      inlined: place.offset.flatMap { inlined[place.file]?[$0] } ?? [])
    known[returnAddress] = calls
    return calls
  }
}

/// The parts of files that are mapped in a process, and their addresses.
public struct LoadedRegions {
  private let regions: [Region]

  private struct Region {
    let addresses: Range<UInt64>
    let offset: UInt64
    let file: Substring
  }

  /// - Parameter maps: the text of `/proc/PID/maps`. Unknown lines are left out.
  public init(maps: String) {
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

  /// The places in each file of the calls with these return addresses.
  public func places(before returnAddresses: Set<UInt64>) -> [Substring: Set<UInt64>] {
    returnAddresses.reduce(into: [:]) { places, address in
      guard let (file, offset) = place(before: address), let offset, file.hasPrefix("/") else {
        return
      }
      places[file, default: []].insert(offset)
    }
  }

  /// The file of a call, and the place in it; nil if there is no code.
  ///
  /// A return address may be after the end of its function.
  func place(before returnAddress: UInt64) -> (file: Substring, offset: UInt64?)? {
    let address = returnAddress &- 1
    guard let region = regions.first(where: { $0.addresses.contains(address) }) else { return nil }
    let (offset, overflows) = (address - region.addresses.lowerBound)
      .addingReportingOverflow(region.offset)
    return (region.file, overflows ? nil : offset)
  }
}

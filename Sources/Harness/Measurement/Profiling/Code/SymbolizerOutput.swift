import Foundation

/// Parses the output of `llvm-symbolizer --output-style=JSON`: a line for each place in a file,
/// with its functions, the innermost first.
///
///     {"Address":"0x6c6","ModuleName":"/tmp/driver","Symbol":[{"FunctionName":"mix",…},{"FunctionName":"work",…}]}
///
/// Source: LLVM's manual of llvm-symbolizer, versions 13 to 21.
public struct SymbolizerOutput {
  /// By address, the functions that were inlined there, the innermost first; empty if there were
  /// none, or nothing is known.
  public let inlined: [UInt64: [String]]

  private struct SymbolizedAddress: Decodable {
    let Address: String
    /// Missing if there is no code at the address.
    let Symbol: [Function]?
  }

  private struct Function: Decodable {
    let FunctionName: String
    /// The source file of this function's code; some versions omit it.
    let FileName: String?

    /// A Boolean value indicating whether it comes with a C++ compiler, in which case gcc omits the
    /// namespace: `/usr/include/c++/12/bits/stl_algo.h`.
    var isOfCppLibrary: Bool { FileName?.contains("/include/c++/") ?? false }
  }

  /// Parses the lines.
  /// - Throws: ``ProfilingError`` at a line that it does not write.
  public init(_ text: String) throws(ProfilingError) {
    let decoder = JSONDecoder()
    var inlined: [UInt64: [String]] = [:]
    for line in text.split(separator: "\n") {
      guard let place = try? decoder.decode(SymbolizedAddress.self, from: Data(line.utf8)),
        place.Address.hasPrefix("0x"), let address = UInt64(place.Address.dropFirst(2), radix: 16)
      else { throw ProfilingError.unknownLine(String(line), of: .symbolizer) }
      // The last is the function that contains the code, which has a symbol.
      let symbols = place.Symbol ?? []
      inlined[address] = symbols.indices.dropLast().filter { !symbols[$0].isOfCppLibrary }
        .map { Self.name(of: $0, among: symbols) }.filter { !$0.isEmpty && $0 != "??" }
    }
    self.inlined = inlined
  }

  /// The name of a function. gcc calls all inlined lambdas `operator()`; their names get the
  /// enclosing function.
  private static func name(of place: Int, among symbols: [Function]) -> String {
    let name = symbols[place].FunctionName
    guard name == "operator()" else { return name }
    for outer in symbols[(place + 1)...] where outer.FunctionName != name {
      if let holder = holder(of: outer.FunctionName) { return "\(holder)::{lambda}" }
      if !outer.isOfCppLibrary { return "\(bare(outer.FunctionName))::{lambda}" }
    }
    return name
  }

  private static func bare(_ name: String) -> String { CppName(name[...])?.name ?? name }

  /// The function with the lambda for which a template is instantiated: `run` in `sort<int*,
  /// app::run(int)::<lambda(int)> >`; nil if there is none.
  private static func holder(of name: String) -> String? {
    let marks = ["::<lambda(", "::{lambda(", "::'lambda"]
    guard let end = marks.compactMap({ name.firstRange(of: $0)?.lowerBound }).min() else {
      return nil
    }
    var depth = 0
    var start = end
    while start > name.startIndex {
      let before = name[name.index(before: start)]
      if ")>".contains(before) { depth += 1 }
      if "(<".contains(before) { depth -= 1 }
      if depth < 0 || depth == 0 && ", ".contains(before) { break }
      start = name.index(before: start)
    }
    return start < end ? bare(String(name[start..<end])) : nil
  }
}

import Foundation

/// Reads what `llvm-symbolizer --output-style=JSON` says of places in a file: a line for each, with its
/// functions, the innermost first.
///
///     {"Address":"0x6c6","ModuleName":"/tmp/driver","Symbol":[{"FunctionName":"mix",…},{"FunctionName":"work",…}]}
///
/// Source: LLVM's manual of llvm-symbolizer, versions 13 to 21.
public struct SymbolizerOutput {
  /// By address the functions that were inlined there, the innermost first; empty where none was, or where
  /// nothing is known.
  public let inlined: [UInt64: [String]]

  private struct SymbolizedAddress: Decodable {
    let Address: String
    /// Missing where the address is in no code.
    let Symbol: [Function]?
  }

  private struct Function: Decodable {
    let FunctionName: String
    /// Where the code was written that stands in this function; missing of some versions.
    let FileName: String?

    /// A Boolean value indicating whether it comes with the compiler of C++, of which gcc leaves out the namespace:
    /// `/usr/include/c++/12/bits/stl_algo.h`.
    var isOfCppLibrary: Bool { FileName?.contains("/include/c++/") ?? false }
  }

  /// Reads the lines.
  /// - Throws: ``SymbolizerError`` at one that is none of its.
  public init(_ text: String) throws(SymbolizerError) {
    let decoder = JSONDecoder()
    var inlined: [UInt64: [String]] = [:]
    for line in text.split(separator: "\n") {
      guard let place = try? decoder.decode(SymbolizedAddress.self, from: Data(line.utf8)),
        place.Address.hasPrefix("0x"), let address = UInt64(place.Address.dropFirst(2), radix: 16)
      else { throw SymbolizerError(line: String(line)) }
      // The last is the function whose code it is, which has a symbol.
      inlined[address] = (place.Symbol ?? []).dropLast().filter { !$0.isOfCppLibrary }
        .map(\.FunctionName).filter { !$0.isEmpty && $0 != "??" }
    }
    self.inlined = inlined
  }
}

/// A line that is none of `llvm-symbolizer`'s.
public struct SymbolizerError: Error, Equatable, CustomStringConvertible {
  /// The line.
  public let line: String

  /// The line.
  public var description: String {
    "'llvm-symbolizer' printed a line that is not understood: '\(line.prefix(200))'."
  }
}

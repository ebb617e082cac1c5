/// The readable name of a Rust function: without the hash that differs between builds, and with the
/// escapes of older compilers decoded.
///
///     core::slice::cmp::_$LT$impl$u20$core..cmp..Ord$u20$for$u20$$u5b$T$u5d$$GT$::cmp::h9b1e5f46a7f5eab9
///     core::slice::cmp::<impl core::cmp::Ord for [T]>::cmp
///
/// Source: rust-lang.org, the rustc book, "Symbol Mangling", and the names in rustc 1.95's own library.
struct RustName {
  /// With its module.
  let name: String

  /// A Boolean value indicating whether it comes with the compiler; generic code is compiled into the program.
  let isOfLibrary: Bool

  /// Parses a symbol written by perf, callgrind or llvm-symbolizer.
  /// - Returns: nil if nothing in it suggests Rust.
  init?(_ symbol: Substring) {
    let plain = symbol.firstRange(of: " (.llvm.").map { symbol[..<$0.lowerBound] } ?? symbol
    let unhashed = Self.withoutHash(plain)
    let name = unhashed.map(Self.spelt) ?? String(plain)
    // A name with arguments is C++.
    let isCpp = unhashed == nil && Self.outside("(", of: name[...]) != nil
    let isOfLibrary =
      !isCpp && (unhashed != nil || !name.hasPrefix("std::")) && Self.isOfLibrary(name[...])
    let isRuntime = ["__rust_", "__rdl_", "__rg_", "rust_begin_unwind"].contains {
      name.hasPrefix($0)
    }
    let isImplementation = name.hasPrefix("<") && name.contains(">::")
    guard unhashed != nil || isImplementation || isOfLibrary || isRuntime else { return nil }
    self.name = name
    self.isOfLibrary = isOfLibrary || isRuntime
  }

  /// The text before `::h` and 16 hexadecimal digits at the end; nil if there are none.
  private static func withoutHash(_ symbol: Substring) -> Substring? {
    let hash = symbol.suffix(19)
    guard hash.count == 19, hash.hasPrefix("::h"), symbol.count > 19,
      hash.dropFirst(3).allSatisfy({ $0.isHexDigit && !$0.isUppercase })
    else { return nil }
    return symbol.dropLast(19)
  }

  private static let escapes = [
    "SP": "@", "BP": "*", "RF": "&", "LT": "<", "GT": ">", "LP": "(", "RP": ")", "C": ",",
  ]

  /// The name with `$LT$`, `$u20$` and `..` decoded.
  private static func spelt(_ name: Substring) -> String {
    var spelt = ""
    var rest = name
    while let character = rest.first {
      if character == "$", let end = rest.dropFirst().firstIndex(of: "$"),
        let text = escaped(rest[rest.index(after: rest.startIndex)..<end])
      {
        // An identifier can't begin with an escape, so it has an underscore in front.
        if spelt.hasSuffix("::_") || spelt == "_" { spelt.removeLast() }
        spelt += text
        rest = rest[rest.index(after: end)...]
      } else if rest.hasPrefix("..") {
        spelt += "::"
        rest = rest.dropFirst(2)
      } else {
        spelt.append(character)
        rest = rest.dropFirst()
      }
    }
    return spelt
  }

  private static func escaped(_ code: Substring) -> String? {
    if let known = escapes[String(code)] { return known }
    guard code.first == "u", let number = UInt32(code.dropFirst(), radix: 16),
      let scalar = Unicode.Scalar(number)
    else { return nil }
    return String(scalar)
  }

  /// The modules of `core` and `alloc`: a C++ namespace may have either name.
  private static let modules: [Substring: Set<Substring>] = [
    "core": words(
      """
      alloc any array ascii async_iter bool borrow cell char clone cmp convert core_arch default error escape ffi \
      fmt future hash hint intrinsics iter marker mem net num ops option panic panicking pin ptr range result slice \
      str sync task time tuple unicode unit
      """),
    "alloc": words(
      "alloc borrow boxed collections ffi fmt raw_vec rc slice str string sync task vec"),
  ]

  private static func words(_ text: Substring) -> Set<Substring> { Set(text.split(separator: " ")) }

  /// Returns whether a path, or the type that implements a trait, belongs to the library.
  private static func isOfLibrary(_ name: Substring) -> Bool {
    if name.hasPrefix("<") {
      guard let end = closing(name) else { return false }
      let inner = name[name.index(after: name.startIndex)..<end]
      // `<Foo as core::fmt::Display>::fmt` is the app's; `<T as core::convert::Into<U>>::into` is not.
      guard let mark = outside(" as ", of: inner) else { return isOfLibrary(bare(inner)) }
      let own = bare(inner[..<mark])
      return isOfLibrary(own)
        || !own.contains("::") && isOfLibrary(inner[mark...].dropFirst(" as ".count))
    }
    let parts = name.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count > 1 else { return false }
    // The hash table that is part of `std`.
    return parts[0] == "std" || parts[0] == "hashbrown"
      || modules[parts[0]]?.contains(parts[1].prefix { $0 != "<" }) == true
  }

  /// A type without references: `&mut [T]` gives `T]`.
  private static func bare(_ type: Substring) -> Substring {
    var type = type
    for mark in ["&", "mut ", "*const ", "*mut ", "["] {
      while type.hasPrefix(mark) { type = type.dropFirst(mark.count) }
    }
    return type
  }

  /// The index at which the angle bracket at the start closes.
  private static func closing(_ name: Substring) -> Substring.Index? {
    depths(name).first { $0.depth == 0 }?.index
  }

  /// The index at which a text appears outside angle brackets.
  private static func outside(_ text: String, of name: Substring) -> Substring.Index? {
    depths(name).first { $0.depth == 0 && name[$0.index...].hasPrefix(text) }?.index
  }

  /// The positions of a name, each with its depth in angle brackets.
  private static func depths(
    _ name: Substring
  ) -> some Sequence<(index: Substring.Index, depth: Int)> {
    var (depth, last) = (0, Character(" "))
    return name.indices.lazy.map { index in
      if name[index] == "<" { depth += 1 }
      if name[index] == ">", last != "-" { depth -= 1 }
      last = name[index]
      return (index, depth)
    }
  }
}

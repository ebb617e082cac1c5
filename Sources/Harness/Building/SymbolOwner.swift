import Recording

/// Whose code a function is, by its symbol.
///
/// Swift's mangled names begin with `$s`; then follows the length of the module's name and that name.
/// What begins otherwise, as in `$sSa` for Array or `$ss` for the rest of the standard library, is
/// generic or inlined code that the compiler made for this program. See
/// github.com/swiftlang/swift/blob/main/docs/ABI/Mangling.rst.
struct SymbolOwner: Hashable {
  let origin: ModuleChecks.Origin
  let module: String

  /// - Parameter modules: those of the package and its dependencies; code of other modules that is in
  ///   the program is shared. Nil where they are not known: any module is one.
  init(of symbol: UnsafeRawBufferPointer, modules: Set<String>?) {
    let bytes = symbol.dropFirst(2)
    guard symbol.count > 2, symbol[0] == UInt8(ascii: "$"), symbol[1] == UInt8(ascii: "s") else {
      (origin, module) = (.unnamed, "")
      return
    }
    let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let length = digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), symbol.count) }
    let name = String(decoding: bytes.dropFirst(digits.count).prefix(length), as: UTF8.self)
    let isModule = !name.isEmpty && modules?.contains(name) != false
    (origin, module) = isModule ? (.module, name) : (.shared, "")
  }
}

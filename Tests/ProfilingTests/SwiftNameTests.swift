import Testing

@testable import Profiling

struct SwiftNameTests {
  /// Symbols of release builds; what the demangler says of them was looked up with `swift demangle`.
  @Test(
    arguments: [
      (
        "$s9Inventory15DeviceListQueryV7devices6viewer2inSayAA06ListedB0VGs5Int64V_4GRDB8DatabaseCtKF",
        "Inventory", "DeviceListQuery.devices(viewer:in:)"
      ),
      // A private method.
      (
        "$s9DriverKit7OutcomeV3mix33_5F4E6C48C2AA04508E1F2C22139D791BLLyySWF", "DriverKit",
        "Outcome.mix(_:)"
      ),
      // A closure within a private method, and its thunk.
      (
        "$s9DriverKit6ServerV6answer33_0727FBB17C0ED7A079695A632BB1BEDALLy0A8Protocol5ReplyVAF7RequestOKFAhA11CallCounterOKXEfU0_",
        "DriverKit", "Server.answer(_:)"
      ),
      (
        "$s9DriverKit6ServerV6answer33_0727FBB17C0ED7A079695A632BB1BEDALLy0A8Protocol5ReplyVAF7RequestOKFAhA11CallCounterOKXEfU0_TA",
        "DriverKit", "Server.answer(_:)"
      ),
      // A generic specialisation of the standard library, and a signature's.
      (
        "$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSS_20FoundationEssentials10JSONFutureOTt0g5Tf4g_n",
        "Swift", "Dictionary.init(dictionaryLiteral:)"
      ),
      (
        "$sSS18_uncheckedFromUTF8_7isASCIISSSRys5UInt8VG_SbtFZTf4nnd_nTm", "Swift",
        "String._uncheckedFromUTF8(_:isASCII:)"
      ),
      // A closure that was built into a copy of the function that calls it, whose symbol stays mangled.
      (
        "$s4main7appliedys6UInt64VSPySo4workVG_A2dG_ADtXEtF023$s4main11packName118ys6c22VSPySo4workVG_ADtFAdG_J5XEfU_Tf1nnc_n",
        "main", "packName118(_:_:)"
      ),
      // A witness goes by its implementation.
      (
        "$s14DriverProtocol7RequestOSeAASe4fromxs7Decoder_p_tKcfCTW", "DriverProtocol",
        "Request.init(from:)"
      ),
      // An operator, an accessor, a subscript.
      ("$sSS2eeoiySbSS_SStFZ", "Swift", "String.==(_:_:)"),
      ("$sSa5countSivg", "Swift", "Array.count.getter"),
      ("$sSayxSicig", "Swift", "Array.subscript.getter"),
    ] as [(String, String, String)])
  func `a symbol gets the name of the function in the source`(
    _ symbol: String, _ module: String, _ name: String
  ) throws {
    let found = try #require(SwiftName(mangled: symbol))
    #expect(found.name == name)
    #expect(found.module == module)
  }

  @Test(arguments: [
    ("inlined generic function <A where A: M.P> of M.Server.ending(A) -> ()", "Server.ending(_:)"),
    ("(1) suspend resume partial function for M.T.f() async -> ()", "T.f()"),
    (
      "closure #1 (Swift.Int) -> Swift.Bool in closure #2 () -> () in M.T.f(a: Swift.Int) -> ()",
      "T.f(a:)"
    ),
    ("static M.T.f<A where A: M.P>(_: A, b: (A) -> ()) throws -> A", "T.f(_:b:)"),
    ("(extension in Foundation):Swift.String.trimmed() -> Swift.String", "String.trimmed()"),
    ("variable initialization expression of static M.T.list : [Swift.String]", "T.list"),
    (
      """
      function signature specialization <Arg[0] = [Closure Propagated : closure #1 (Swift.Int) -> Swift.Int in \
      M.T.f() -> (), Argument Types : [Swift.Int]> of generic specialization <[Swift.Int]> of \
      Swift.Sequence.map<A>((A.Element) -> B) -> [B]
      """, "T.f()"
    ),
    (
      """
      function signature specialization <Arg[1] = [Closure Propagated : reabstraction thunk helper from \
      @callee_guaranteed () -> () to @callee_guaranteed () -> (), Argument Types : [Swift.Int]> of \
      M.T.each(_: (Swift.Int) -> ()) -> ()
      """, "T.each(_:)"
    ),
    (
      """
      function signature specialization <Arg[2] = [Constant Propagated Function : M.< infix(M.T, M.T) -> \
      Swift.Bool]> of M.U.sort(by: (M.T, M.T) -> Swift.Bool) -> ()
      """, "U.sort(by:)"
    ),
    ("M.T.wait@Sendable (for: Swift.Int) async throws -> Swift.Int", "T.wait(for:)"),
    (
      """
      protocol witness for P.Q.f(a: Swift.Int) -> () in conformance < where A: P.Q> M.T<A> : \
      P.Q in M
      """, "T.f(a:)"
    ),
    (
      """
      protocol witness for Swift.Hashable.hash(into: inout Swift.Hasher) -> () in conformance \
      Key #1 in static M.T.groups([M.U]) -> [[Swift.Int]] : Swift.Hashable in M
      """, "T.groups(_:)"
    ),
    ("default argument 1 of M.T.f(a: Swift.Int, b: Swift.Int) -> ()", "T.f(a:b:)"),
    ("type metadata accessor for M.T", "type metadata accessor for M.T"),
    ("outlined copy of Swift.Optional<M.T>", "outlined copy of Swift.Optional"),
  ])
  func `generated parts get the name of the function or type that they belong to`(
    _ text: String, _ name: String
  ) {
    #expect(SwiftName(demangled: text).name == name)
  }

  @Test(arguments: ["main", "_ZN3foo3barEv", "", "$", "$s", "$snothing!"])
  func `a symbol that Swift did not mangle gets no Swift name`(_ symbol: String) {
    #expect(SwiftName(mangled: symbol) == nil)
  }
}

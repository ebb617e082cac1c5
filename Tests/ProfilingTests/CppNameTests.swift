import Recording
import Testing

@testable import Profiling

struct CppNameTests {
  /// As nm of binutils 2.40, perf 6.1, llvm-symbolizer 21 and callgrind 3.19 print functions of one program that g++
  /// 12 and Clang 21 compiled; each name is what perf calls the symbol, of lambdas without their arguments.
  @Test(
    arguments: [
      (
        "text::Histogram<long>::add(std::basic_string_view<char, std::char_traits<char> >)",
        "text::Histogram<long>::add"
      ),
      (
        "text::Histogram<long>::add(std::basic_string_view<char, std::char_traits<char>>)",
        "text::Histogram<long>::add"
      ),
      (
        "_ZN4text9HistogramIlE3addESt17basic_string_viewIcSt11char_traitsIcEE",
        "text::Histogram<long>::add"
      ),
      ("text::Histogram<long>::add", "text::Histogram<long>::add"),
      (
        "text::(anonymous namespace)::hidden(std::vector<int, std::allocator<int> > const&, int)",
        "text::(anonymous namespace)::hidden"
      ),
      (
        "auto text::apply<main::{lambda(long)#2}>(main::{lambda(long)#2}, long)",
        "text::apply<main::{lambda#2}>"
      ),
      // What Clang's demangler makes of the same kind of name.
      (
        "auto text::apply<main::'lambda0'(long)>(main::'lambda0'(long), long)",
        "text::apply<main::{lambda#2}>"
      ),
      ("main::$_1::operator()(int, int) const", "main::$_1::operator()"),
      ("text::Op::operator()(int)", "text::Op::operator()"),
      ("text::Op::operator bool() const", "text::Op::operator bool"),
      ("text::Op::operator bool", "text::Op::operator bool"),
      ("text::Op::operator+(text::Op const&) const", "text::Op::operator+"),
      ("std::ostream& operator<<(std::ostream&, Foo const&)", "operator<<"),
      ("operator delete[](void*)", "operator delete[]"),
      ("unsigned long foo<int>(int)", "foo<int>"), ("f[abi:cxx11](int)", "f"),
      (
        "std::enable_if<__and_<x>::value, void>::type std::swap<int>(int&, int&)", "std::swap<int>"
      ),
      (
        "decltype(auto) std::less<void>::_S_cmp<a const&, b>(a const&, b&&)",
        "std::less<void>::_S_cmp<a const&, b>"
      ),
      (
        "decltype(forward<a<b>>(fp) < forward<c>(fp0)) std::less<void>::operator()<a<b>, c>(a<b>&&) const",
        "std::less<void>::operator()<a<b>, c>"
      ),
      ("decltype ((f)(x)) std::__invoke<int>(int)", "std::__invoke<int>"),
      // Rust has no arguments in its names.
      (
        "core::ptr::drop_in_place<alloc::vec::Vec<u8>>",
        "core::ptr::drop_in_place<alloc::vec::Vec<u8>>"
      ),
      (
        "tok::<impl tok::Foo for Bar<fn(u8) -> u8>>::go",
        "tok::<impl tok::Foo for Bar<fn(u8) -> u8>>::go"
      ),
      ("tok::main::{{closure}}", "tok::main::{{closure}}"),
    ] as [(String, String)])
  func `a function has one name, whatever tool names it`(_ symbol: String, _ name: String) {
    #expect(CppName(symbol[...])?.name == name)
  }

  @Test(arguments: [
    "main", "__memcpy_avx_unaligned", "main.(*Tree).Insert", "-[Store add:]", "a::b(", "f>(", "",
    "<",
    "_Zgarbage",
  ])
  func `a symbol that is not C++ gets no C++ name`(_ symbol: String) {
    #expect(CppName(symbol[...]) == nil)
  }

  @Test(arguments: [
    ("void std::__introsort_loop<int*, long>(int*, int*, long)", true),
    ("std::_Rb_tree_node<int>* std::_Rb_tree<int>::_M_copy(int)", true),
    ("__gnu_cxx::__normal_iterator<int*> std::__unguarded_partition<int*>(int*, int*)", true),
    ("bool __gnu_cxx::__ops::_Iter_comp_iter<main::$_1>::operator()<int*>(int*)", true),
    // As gcc names them where they were inlined.
    ("__unguarded_partition<int*, __gnu_cxx::__ops::_Iter<main(int)::<lambda(int)> > >", true),
    ("void text::sort<std::vector<int>>(std::vector<int>&)", false), ("std_like::f(int)", false),
  ])
  func
    `functions of the C++ library count as library, and are left out where they are inlined`(
      _ symbol: String, _ isOfLibrary: Bool
    )
  {
    #expect(CppName(symbol[...])?.isOfLibrary == isOfLibrary)
    var names = FunctionNames(programs: ["app"])
    #expect(
      names.function(symbol: symbol[...], image: "/tmp/app").kind == (isOfLibrary ? .runtime : .app)
    )
    let calls = names.calls(symbol: "main", image: "/tmp/app", inlined: [symbol])
    #expect(calls.count == (isOfLibrary ? 1 : 2))
  }

  @Test func `a function is the same as a symbol, as a copy, and where it is inlined`() {
    var names = FunctionNames(programs: ["app"])
    let symbol = names.function(
      symbol: "text::Op::operator()(int) [clone .isra.0]", image: "/tmp/app")
    let guest = names.calls(
      symbol: "main", image: "/tmp/app", inlined: ["text::Op::operator()(int)"])
    #expect(symbol == ProfiledFunction(name: "text::Op::operator()", module: "program", kind: .app))
    #expect(guest.last?.function == symbol)
  }
}

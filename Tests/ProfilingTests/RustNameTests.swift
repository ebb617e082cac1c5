import Recording
import Testing

@testable import Profiling

struct RustNameTests {
  /// As llvm-symbolizer 21 prints functions of a program that rustc 1.95 compiled.
  @Test(
    arguments: [
      ("m::words::he53135af2e4d4e84", "m::words", false),
      (
        "m::main::_$u7b$$u7b$closure$u7d$$u7d$::h3c1343ac144b5f04", "m::main::{{closure}}", false
      ),
      (
        "core::slice::sort::stable::quicksort::quicksort::he71ca7cce093469c",
        "core::slice::sort::stable::quicksort::quicksort", true
      ),
      (
        "alloc::slice::_$LT$impl$u20$$u5b$T$u5d$$GT$::sort_by::_$u7b$$u7b$closure$u7d$$u7d$::h8e2078c8d5e610a3",
        "alloc::slice::<impl [T]>::sort_by::{{closure}}", true
      ),
      (
        "_$LT$alloc..vec..Vec$LT$T$C$A$GT$$u20$as$u20$core..cmp..Ord$GT$::cmp::h934e7593a66a3bd0",
        "<alloc::vec::Vec<T,A> as core::cmp::Ord>::cmp", true
      ),
      (
        "_$LT$T$u20$as$u20$core..slice..sort..shared..smallsort..StableSmallSortTypeImpl$GT$::small_sort::h2d9a65f9f8d42546",
        "<T as core::slice::sort::shared::smallsort::StableSmallSortTypeImpl>::small_sort", true
      ),
      (
        "hashbrown::raw::RawTable$LT$T$C$A$GT$::reserve_rehash::h7b523149617e8425 (.llvm.17486725090511641404)",
        "hashbrown::raw::RawTable<T,A>::reserve_rehash", true
      ),
      (
        "<alloc::string::String as core::cmp::Ord>::cmp",
        "<alloc::string::String as core::cmp::Ord>::cmp", true
      ),
      (
        "<core::cell::once::OnceCell<core::result::Result<a::B, c::D>>>::try_init::<x>",
        "<core::cell::once::OnceCell<core::result::Result<a::B, c::D>>>::try_init::<x>", true
      ),
      // What the app tells of its own types, and asks of others, is the app's.
      (
        "_$LT$m..Foo$u20$as$u20$core..fmt..Display$GT$::fmt::h0123456789abcdef",
        "<m::Foo as core::fmt::Display>::fmt", false
      ),
      ("<u8 as m::Twice>::twice", "<u8 as m::Twice>::twice", false),
      (
        "<&mut m::Foo as core::iter::Iterator>::next",
        "<&mut m::Foo as core::iter::Iterator>::next", false
      ),
      (
        "<<m::A as m::B>::C as core::fmt::Debug>::fmt",
        "<<m::A as m::B>::C as core::fmt::Debug>::fmt", false
      ),
      (
        "core::ptr::drop_in_place<alloc::vec::Vec<u8>>",
        "core::ptr::drop_in_place<alloc::vec::Vec<u8>>", true
      ),
      ("__rust_alloc", "__rust_alloc", true),
      ("std::rt::lang_start_internal::h0123456789abcdef", "std::rt::lang_start_internal", true),
    ] as [(String, String, Bool)])
  func `a Rust function has one name in all builds, and the compiler's library is not the app's`(
    _ symbol: String, _ name: String, _ isOfLibrary: Bool
  ) throws {
    let rust = try #require(RustName(symbol[...]))
    #expect(rust.name == name)
    #expect(rust.isOfLibrary == isOfLibrary)
    var names = FunctionNames(programs: ["app"])
    let function = names.function(symbol: symbol[...], image: "/tmp/app")
    #expect(function.name == name)
    #expect(function.kind == (isOfLibrary ? .runtime : .app))
  }

  @Test(arguments: [
    "main", "core::Engine::run(int)", "core::mem::pool(core::Arena&)", "core::Engine::run", "a::b",
    "std::vector<int, std::allocator<int> >::push_back(int const&)", "<", "<lambda(int)>",
    "a::h0123", "::h0123456789abcdef", "$", "a::$u110000$::b",
  ])
  func `a symbol without a sign of Rust gets no Rust name`(_ symbol: String) {
    #expect(RustName(symbol[...]) == nil)
  }
}

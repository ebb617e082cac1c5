// gnuplot-iostream uses assert() and leaves including it to its user.
#include <cassert>

#include <gnuplot-iostream.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <iomanip>
#include <memory>
#include <sys/mman.h>
#include <stdexcept>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "CGnuplot.h"

struct cgnuplot_script {
  // Owns the stream's descriptor: ~Gnuplot closes the FILE it was given.
  std::unique_ptr<Gnuplot> stream;
  // A second descriptor of the same file, which outlives the stream.
  int descriptor = -1;

  ~cgnuplot_script() {
    stream.reset();
    if (descriptor >= 0) close(descriptor);
  }
};

namespace {

int refuse(const char *reason, char *message, size_t capacity) {
  if (message != nullptr && capacity > 0) {
    std::strncpy(message, reason, capacity - 1);
    message[capacity - 1] = '\0';
  }
  return -1;
}

[[noreturn]] void throw_errno(const char *what) {
  throw std::system_error(errno, std::generic_category(), what);
}

template <typename Body>
int guarded(char *message, size_t capacity, Body body) {
  try {
    body();
    return 0;
  } catch (const std::exception &error) {
    return refuse(error.what(), message, capacity);
  } catch (...) {
    return refuse("unknown C++ exception", message, capacity);
  }
}

// The stream keeps its exceptions off, since its destructor flushes and must
// not throw; so its state is asked after each piece.
void check(Gnuplot &stream) {
  if (!stream.good()) throw std::runtime_error("gnuplot-iostream could not write the script");
}

}  // namespace

int cgnuplot_open(cgnuplot_script **script, char *message, size_t capacity) {
  return guarded(message, capacity, [&] {
    auto opened = std::make_unique<cgnuplot_script>();
    opened->descriptor = memfd_create("gnuplot-script", MFD_CLOEXEC);
    if (opened->descriptor < 0) throw_errno("memfd_create");
    const int second = fcntl(opened->descriptor, F_DUPFD_CLOEXEC, 0);
    if (second < 0) throw_errno("fcntl");
    FILE *file = fdopen(second, "w");
    if (file == nullptr) {
      const int reason = errno;
      close(second);
      errno = reason;
      throw_errno("fdopen");
    }
    // Gnuplot(command) would go through popen and a shell, and lose the status.
    opened->stream = std::make_unique<Gnuplot>(file);
    *opened->stream << std::setprecision(16);
    *script = opened.release();
  });
}

int cgnuplot_text(cgnuplot_script *script, const char *text, size_t length, char *message,
                  size_t capacity) {
  return guarded(message, capacity, [&] {
    script->stream->write(text, static_cast<std::streamsize>(length));
    check(*script->stream);
  });
}

int cgnuplot_rows(cgnuplot_script *script, const double *values, size_t rows, size_t columns,
                  char *message, size_t capacity) {
  return guarded(message, capacity, [&] {
    std::vector<std::vector<double>> table;
    table.reserve(rows);
    for (size_t row = 0; row < rows; ++row) {
      table.emplace_back(values + row * columns, values + (row + 1) * columns);
    }
    script->stream->send1d(table);
    check(*script->stream);
  });
}

int cgnuplot_finish(cgnuplot_script *script, int *descriptor, char *message, size_t capacity) {
  const std::unique_ptr<cgnuplot_script> owned(script);
  return guarded(message, capacity, [&] {
    owned->stream->flush();
    check(*owned->stream);
    owned->stream.reset();
    if (lseek(owned->descriptor, 0, SEEK_SET) < 0) throw_errno("lseek");
    *descriptor = owned->descriptor;
    owned->descriptor = -1;
  });
}

void cgnuplot_discard(cgnuplot_script *script) { delete script; }

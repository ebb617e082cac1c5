#ifndef CGNUPLOT_H
#define CGNUPLOT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A gnuplot script under construction, written by gnuplot-iostream into an
/// anonymous file in memory, so that no temporary file is left behind.
typedef struct cgnuplot_script cgnuplot_script;

/// Every function returns 0, or -1 after writing an error text into `message`, truncated to
/// `capacity` bytes and always terminated. No C++ exception passes this boundary.

int cgnuplot_open(cgnuplot_script **script, char *message, size_t capacity);

/// Appends `length` bytes as they are.
int cgnuplot_text(cgnuplot_script *script, const char *text, size_t length, char *message,
                  size_t capacity);

/// Appends `rows` lines of `columns` numbers, with the 17 digits that reproduce a double exactly,
/// and the line `e` that ends a block.
int cgnuplot_rows(cgnuplot_script *script, const double *values, size_t rows, size_t columns,
                  char *message, size_t capacity);

/// Returns the descriptor of the complete script, at its beginning; the caller closes it. Frees
/// `script` in any case.
int cgnuplot_finish(cgnuplot_script *script, int *descriptor, char *message, size_t capacity);

/// Frees a script that is not going to be finished.
void cgnuplot_discard(cgnuplot_script *script);

#ifdef __cplusplus
}
#endif

#endif

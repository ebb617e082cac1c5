#include "CDayCounterPeer.h"

#include <cairo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void use(cairo_t *context, uint32_t colour) {
  cairo_set_source_rgb(
    context, (colour >> 16) / 255.0, (colour >> 8 & 0xff) / 255.0, (colour & 0xff) / 255.0);
}

static void line(cairo_t *context, double x0, double y0, double x1, double y1) {
  cairo_move_to(context, x0, y0);
  cairo_line_to(context, x1, y1);
}

static void stroke(cairo_t *context, double width) {
  cairo_set_line_width(context, width);
  cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND);
  cairo_stroke(context);
}

static void draw_tally(cairo_t *context, int64_t days, int64_t columns, int64_t rows, double side) {
  static const double places[] = {0.2, 0.4, 0.6, 0.8};
  int64_t bundles = days / 5, strokes = days % 5;
  for (int64_t row = 0; row < rows; row++) {
    double top = row * side;
    for (int64_t column = 0; column < columns; column++) {
      int64_t cell = row * columns + column;
      if (cell > bundles) break;
      double left = column * side;
      for (int64_t i = 0; i < (cell < bundles ? 4 : strokes); i++) {
        double x = left + places[i] * side;
        line(context, x, top + 0.15 * side, x, top + 0.85 * side);
      }
      if (cell == bundles) continue;
      line(context, left + 0.08 * side, top + 0.68 * side, left + 0.92 * side, top + 0.32 * side);
    }
    stroke(context, 0.07 * side);
  }
}

static int64_t column_of(int64_t box, int64_t columns) {
  int64_t step = box % columns;
  return box / columns % 2 ? columns - 1 - step : step;
}

static void draw_boxes(
  cairo_t *context, int64_t count, int64_t columns, int64_t rows, double side, uint32_t ink,
  uint32_t way) {
  use(context, way);
  double x = 0, y = 0;
  for (int64_t row = 0; row < rows; row++) {
    int64_t first = row * columns;
    int64_t last = first + columns < count ? first + columns - 1 : count - 1;
    double from = (column_of(first, columns) + 0.5) * side;
    double to = (column_of(last, columns) + 0.5) * side;
    if (row) line(context, x, y, from, (row + 0.5) * side);
    line(context, from, (row + 0.5) * side, to, (row + 0.5) * side);
    x = to;
    y = (row + 0.5) * side;
  }
  stroke(context, 0.2 * side);
  use(context, ink);
  for (int64_t box = 0; box < count; box++) {
    cairo_rectangle(
      context, (column_of(box, columns) + 0.12) * side, (box / columns + 0.12) * side,
      0.76 * side, 0.76 * side);
    if (box % columns == columns - 1 || box == count - 1) cairo_fill(context);
  }
}

static cairo_status_t take(void *closure, const unsigned char *bytes, unsigned int count) {
  peer_png *png = closure;
  if (png->capacity - png->count < count) {
    size_t capacity = 2 * png->capacity + count;
    unsigned char *grown = realloc(png->bytes, capacity);
    if (!grown) return CAIRO_STATUS_NO_MEMORY;
    png->bytes = grown;
    png->capacity = capacity;
  }
  memcpy(png->bytes + png->count, bytes, count);
  png->count += count;
  return CAIRO_STATUS_SUCCESS;
}

int peer_draw(
  int64_t days, int is_tally, uint32_t colour, uint32_t ink, uint32_t way, int width, int height,
  peer_png *png) {
  memset(png, 0, sizeof *png);
  double margin = (width < height ? width : height) / 20.0;
  double w = width - 2 * margin, h = height - 2 * margin;
  int64_t count = is_tally ? (days + 4) / 5 : days, fewest = is_tally ? 5 : 7;
  int64_t columns = (int64_t)sqrt(count * w / h);
  if (columns < fewest) columns = fewest;
  while ((count + columns - 1) / columns * w / columns > h) columns++;
  int64_t rows = (count + columns - 1) / columns;
  double side = w / columns;
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  cairo_t *context = cairo_create(surface);
  use(context, colour);
  cairo_paint(context);
  cairo_translate(context, margin, margin);
  use(context, ink);
  if (is_tally) {
    draw_tally(context, days, columns, rows, side);
  } else {
    draw_boxes(context, days, columns, rows, side, ink, way);
  }
  cairo_status_t status = cairo_status(context);
  if (status == CAIRO_STATUS_SUCCESS) {
    status = cairo_surface_write_to_png_stream(surface, take, png);
  }
  cairo_destroy(context);
  cairo_surface_destroy(surface);
  return (int)status;
}

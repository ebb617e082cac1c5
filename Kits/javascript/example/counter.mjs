import * as rehearse from "../rehearse-driver.mjs";

rehearse.fixture(["start?"], (directory, { start = 0 }) => ({ total: start }));

rehearse.verb("add", ["amount"], (counter, { amount }) => {
  counter.total += amount;
  return { added: amount };
});

rehearse.verb("total", (counter) => ({ total: counter.total }));

rehearse.serve("counter");

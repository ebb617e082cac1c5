/**
 * Hosts an app as a driver of Rehearse: reads requests, calls the app, answers what it cost.
 *
 *     import * as rehearse from "./rehearse-driver.mjs";
 *
 *     rehearse.fixture(["devices?"], (directory, { devices = 10 }) => new Shop(directory, devices));
 *
 *     rehearse.verb("lend", ["device"], (shop, { device }) => {
 *       const loan = shop.lend(device);
 *       return { borrower: loan.borrower };
 *     });
 *
 *     rehearse.serve("shop");
 *
 * The list has the names of the scenario's `fixture`, or of a step's arguments; those with a `?` may be left
 * out. What the fixture returns is the first parameter of each verb. Without a fixture verbs get their
 * arguments alone. Fixture and verbs may be async, verbs may be generators.
 *
 * The whole verb is measured, or only what `rehearse.measured(() => …)` calls if it has that. What it returns
 * is what a scenario may expect: a plain object is facts (text, numbers, truth values, and lists of them); of
 * other collections, and of a generator or a stream, the fact is `count`, which is of bytes if a stream has bytes
 * or text; of text, a number or a truth value it is `value`; of nothing, and of anything else, `done`.
 * `new Outcome(facts, more)` says it in full. The digest covers all of it, in every repetition, and does not depend
 * on the order of keys, maps and sets.
 *
 * An error is a refusal: `AlreadyLent` has the code `already-lent`. What the app prints goes to standard
 * error. This file needs Node alone, and may as well be copied.
 */

import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { basename, extname } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const PROTOCOL = 1;
const CHUNK = 1024;
const COST_KEYS = [
  "wall_ns", "cpu_ns", "user_us", "system_us", "minor_faults", "major_faults", "voluntary_switches",
  "involuntary_switches",
];

/** What calls cost, of all threads, added up. */
class Cost {
  values = COST_KEYS.map(() => 0);
  isUsed = false;

  /** The readings before a call: brackets in each other, the monotonic clock innermost. */
  static begin() {
    const usage = process.resourceUsage();
    // Node reads no finer clock of all threads than this one in microseconds.
    const cpu = process.cpuUsage();
    return { usage, cpu, wall: process.hrtime.bigint() };
  }

  end(begin) {
    const wall = process.hrtime.bigint();
    const cpu = process.cpuUsage();
    const [before, after] = [begin.usage, process.resourceUsage()];
    const [user, system] = [cpu.user - begin.cpu.user, cpu.system - begin.cpu.system];
    this.add([
      Number(wall - begin.wall), (user + system) * 1000, user, system,
      after.minorPageFault - before.minorPageFault, after.majorPageFault - before.majorPageFault,
      after.voluntaryContextSwitches - before.voluntaryContextSwitches,
      after.involuntaryContextSwitches - before.involuntaryContextSwitches,
    ]);
  }

  add(values) {
    values.forEach((value, index) => { this.values[index] += value; });
    this.isUsed = true;
  }
}

/** Measures what a function does, and nothing else of the verb: `measured(() => shop.lend(1))`. */
export function measured(body) {
  const cost = driver.inner;
  if (!cost) throw new Error("measured() belongs in a verb, and not inside itself");
  driver.inner = null;
  const begin = Cost.begin();
  const end = () => {
    cost.end(begin);
    driver.inner = cost;
  };
  let result;
  try {
    result = body();
  } catch (error) {
    end();
    throw error;
  }
  if (isThenable(result)) return (async () => { try { return await result; } finally { end(); } })();
  end();
  return result;
}

/** What a verb led to: facts that a scenario may expect, and more for the digest to cover. */
export class Outcome {
  constructor(facts, digest = null) {
    this.facts = facts;
    this.digest = digest;
  }
}

// What is digested, whatever the order of keys and sets.

const isPlain = (value) => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype.constructor?.name === "Object";
};
/** A list that is nothing more: one of a class of the app's may have fields beside its elements. */
const isBareList = (value) => Array.isArray(value) && Object.getPrototypeOf(value) === Array.prototype;
const isThenable = (value) => typeof value?.then === "function";

/** A text that is the same for equal values, also in another process. */
function text(value, above = []) {
  switch (typeof value) {
    case "string": case "boolean": return JSON.stringify(value);
    case "number": return Number.isFinite(value) ? JSON.stringify(value) : `["number","${value}"]`;
    case "bigint": return `["bigint","${value}"]`;
    case "undefined": return '["undefined"]';
    case "object": break;
    default: throw undigestible(value);
  }
  if (value === null) return "null";
  if (above.includes(value)) throw new TypeError("what contains itself can't be digested");
  const inner = [...above, value];
  const list = (values) => `[${Array.from(values, (element) => text(element, inner)).join()}]`;
  // The names of all its places would take memory.
  if (isBareList(value)) return list(value);
  const name = value.constructor?.name ?? "Object";
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    const bytes = ArrayBuffer.isView(value)
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : Buffer.from(value);
    return `["${name}",${value.byteLength},"${createHash("sha256").update(bytes).digest("hex")}"]`;
  }
  const isOfField = (key) => !Array.isArray(value) || !/^\d+$/.test(key);
  const keys = Object.keys(value).filter(isOfField).sort();
  const fields = () => `{${keys.map((key) => `${JSON.stringify(key)}:${text(value[key], inner)}`).join()}}`;
  // An order may have a price beside its items.
  const named = (items) => `["${name}",${items}${keys.length > 0 ? `,${fields()}` : ""}]`;
  const sorted = (texts) => named(`[${texts.sort().join()}]`);
  if (Array.isArray(value)) return named(list(value));
  if (value instanceof Set) return sorted(Array.from(value, (element) => text(element, inner)));
  if (value instanceof Map) return sorted(Array.from(value, list));
  if (value instanceof Error) return `["${name}",${JSON.stringify(value.message)}]`;
  // Dates, paths of the network, and what else has a text that is its value.
  if (typeof value.toJSON === "function") return `["${name}",${text(value.toJSON(), inner)}]`;
  if (value instanceof RegExp) return `["RegExp",${JSON.stringify(String(value))}]`;
  if (typeof value[Symbol.iterator] === "function") return named(list(value));
  // What is private in a class can't be seen.
  if (keys.length === 0 && !isPlain(value)) throw undigestible(value);
  return isPlain(value) ? fields() : `["${name}",${fields()}]`;
}

function undigestible(value) {
  const name = typeof value === "object" ? value.constructor?.name : typeof value;
  return new TypeError(
    `a ${name} can't be digested, for it shows nothing of what it holds; return what it holds, or `
    + "new Outcome(facts)");
}

const isFact = (value) =>
  ["string", "boolean"].includes(typeof value) || Number.isFinite(value)
  || (typeof value === "bigint" && Number.isSafeInteger(Number(value)));

/** The facts of an outcome, as a reply has them. */
function checked(facts) {
  const plain = (value) => (typeof value === "bigint" ? Number(value) : value);
  const found = Object.entries(facts).map(([name, value]) => {
    if (Array.isArray(value) ? value.every(isFact) : isFact(value)) {
      return [name, Array.isArray(value) ? value.map(plain) : plain(value)];
    }
    throw new TypeError(
      `the fact '${name}' is ${Array.isArray(value) ? "a list with other values" : typeof value}; allowed: `
      + "text, finite numbers, truth values, and lists of them. new Outcome(facts, …) digests anything");
  });
  return Object.fromEntries(found);
}

// The verbs.

/** A request that can't be carried out as it is. */
class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Errors that the language itself throws: they are likely to be mistakes. */
const OWN_ERRORS = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];

/** The code and the text of an error: its own code, or its class's name in lower case with hyphens. */
function described(error) {
  const own = error?.code;
  if (typeof own === "string" && /^[a-z0-9]+([-_][a-z0-9]+)*$/i.test(own)) {
    return { code: own.toLowerCase().replaceAll("_", "-"), message: String(error.message || own) };
  }
  if (!(error instanceof Error)) return { code: "error", message: String(error) };
  const name = Object.hasOwn(error, "name") ? String(error.name) : error.constructor.name;
  const words = name.replace(/(?<=[^A-Z_])_?(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_/g, "-");
  return { code: words.toLowerCase(), message: error.message || name };
}

/** Where a mistake is, on standard error. */
const tell = (error) => console.error(error);

/** A fixture or a verb, with the names that it takes. */
class Callee {
  constructor(parameters, body) {
    if (typeof body !== "function") throw new TypeError("a fixture or a verb needs a function");
    this.body = body;
    this.names = parameters.map((name) => name.replace(/\?$/, ""));
    this.required = parameters.filter((name) => !name.endsWith("?"));
  }

  /** A call that is ready to be made. */
  bound(first, given = {}) {
    const missing = this.required.find((name) => !Object.hasOwn(given, name));
    const unknown = Object.keys(given).find((name) => !this.names.includes(name));
    if (missing ?? unknown) {
      const fault = missing ? `The argument '${missing}' is missing` : `There is no argument '${unknown}'`;
      throw new Refusal("bad-argument", `${fault}; allowed: ${this.names.join(", ") || "none"}.`);
    }
    return () => this.body(...first, given);
  }
}

/** Answers requests one by one; holds the app once it is prepared. */
class Driver {
  make = null;
  verbs = new Map();
  /** What comes first in each call: the app, if there is a fixture. */
  app = [];
  isPrepared = false;
  /** What `measured` adds to; null while it measures, and outside of a verb. */
  inner = null;

  /** The reply to a line, and whether it is the last. */
  async answer(line, name) {
    let request = null;
    try {
      request = JSON.parse(line);
    } catch {
      // It has no `request` then.
    }
    try {
      if (typeof request?.request !== "string") {
        throw new Refusal("bad-request", `This is not a request: ${line}`);
      }
      return [await this.reply(request, name), request.request === "bye"];
    } catch (error) {
      if (!(error instanceof Refusal)) tell(error);
      return [{ ok: false, error: described(error) }, false];
    }
  }

  async reply(request, name) {
    switch (request.request) {
      case "hello":
        // Nothing counts its instructions, so nobody need start it under Valgrind.
        return { ok: true, protocol: PROTOCOL, driver: name, verbs: [...this.verbs.keys()], counts: [] };
      case "prepare": {
        // Without a fixture there is nobody to heed the scenario's, so its settings are refused.
        const make = this.make ?? new Callee([], () => null);
        const call = make.bound([request.directory], request.fixture);
        if (this.make) this.app = [await call()];
        this.isPrepared = true;
        // What making the fixture left behind is to be in no step.
        collectGarbage();
        return { ok: true };
      }
      case "step": return this.step(request);
      case "bye": return { ok: true };
      default: throw new Refusal("bad-request", `There is no request '${request.request}'.`);
    }
  }

  async step(request) {
    if (!this.isPrepared) throw new Refusal("not-prepared", "'prepare' has to come first.");
    const verb = this.verbs.get(request.verb);
    if (!verb) {
      const known = [...this.verbs.keys()].join(", ");
      throw new Refusal("unknown-verb", `There is no verb '${request.verb}'; known: ${known}.`);
    }
    if (request.count) throw new Refusal("not-counted", "The kit for JavaScript does not count instructions.");
    const call = verb.bound(this.app, request.arguments);
    const [cost, digest] = [new Cost(), createHash("sha256")];
    const repetitions = Math.max(1, request.repeat ?? 1);
    // Reserved before the step, which is to take no memory for it.
    const elapsed = request.elapsed ? new Float64Array(repetitions) : null;
    let first = null;
    for (let repetition = 1; repetition <= repetitions; repetition += 1) {
      const earlier = cost.values[0];
      let ending;
      try {
        ending = { outcome: await this.facts(await this.timed(cost, call), cost, digest) };
      } catch (error) {
        // An app's own errors may be what the scenario expects.
        if (!first && OWN_ERRORS.includes(error?.constructor)) tell(error);
        ending = { error: described(error) };
      }
      if (elapsed) elapsed[repetition - 1] = cost.values[0] - earlier;
      first ??= ending;
      if (!isSame(first, ending)) {
        throw new Refusal(
          "unsteady-outcome",
          `Repetition ${repetition} led to ${words(ending)}, the first to ${words(first)}.`);
      }
    }
    const reply = { ok: !first.error, cost: {}, ...first };
    COST_KEYS.forEach((key, index) => { reply.cost[key] = cost.values[index]; });
    if (reply.ok) reply.digest = digest.digest("hex").slice(0, 16);
    if (elapsed) reply.elapsed = elapsed.join(" ");
    return reply;
  }

  /** What a call returns; its cost is that of all of it, or of what `measured` was around. */
  async timed(cost, call) {
    const [inner, whole] = [new Cost(), new Cost()];
    this.inner = inner;
    let [result, isOver] = [null, false];
    const begin = Cost.begin();
    try {
      result = call();
      if (isThenable(result)) result = await result;
    } finally {
      whole.end(begin);
      cost.add((inner.isUsed ? inner : whole).values);
      isOver = this.inner !== null;
      this.inner = null;
    }
    // The rest of it would be measured by nobody.
    if (!isOver) throw new Refusal("not-awaited", "measured() has not ended with its verb: 'await' or return it.");
    return result;
  }

  /** The facts of what a verb returned, all of which is digested. */
  async facts(result, cost, digest) {
    let [facts, rest] = [{ done: true }, result ?? null];
    if (result instanceof Outcome) [facts, rest] = [checked(result.facts), result.digest];
    else if (isFact(result)) [facts, rest] = [checked({ value: result }), null];
    else if (rest !== null && typeof rest === "object") {
      if (Symbol.asyncIterator in rest || (Symbol.iterator in rest && typeof rest.next === "function")) {
        return { count: await this.consumed(rest, cost, digest) };
      }
      const count = rest.length ?? rest.size ?? rest.byteLength;
      if (isPlain(rest)) [facts, rest] = [checked(rest), null];
      else if (Number.isInteger(count)) facts = { count };
    }
    digest.update(text(facts));
    if (!isBareList(rest)) digest.update(text(rest));
    // A text of all of it would take memory, which would count as the app's.
    else for (let at = 0; at < rest.length; at += CHUNK) digest.update(text(rest.slice(at, at + CHUNK)));
    return facts;
  }

  /** How many elements a generator has, and of a stream of bytes or text how many bytes. Making them is the app's
   * work, and measured; a part of them at a time is digested, which is not. */
  async consumed(result, cost, digest) {
    const isAsync = Symbol.asyncIterator in result;
    const iterator = result[isAsync ? Symbol.asyncIterator : Symbol.iterator]();
    const take = () => {
      const elements = [];
      for (let next; elements.length < CHUNK && !(next = iterator.next()).done;) elements.push(next.value);
      return elements;
    };
    const takeAsync = async () => {
      const elements = [];
      for (let next; elements.length < CHUNK && !(next = await iterator.next()).done;) {
        elements.push(next.value);
      }
      return elements;
    };
    // Where the pieces of a stream end is up to the network or the disk.
    const isStream = result.readableObjectMode === false || result instanceof ReadableStream;
    const isPiece = (value) => typeof value === "string" || value instanceof Uint8Array;
    let [count, elements] = [0, []];
    do {
      elements = await this.timed(cost, isAsync ? takeAsync : take);
      const pieces = isStream && elements.every(isPiece) ? elements : [text(elements)];
      pieces.forEach((piece) => digest.update(piece));
      count += pieces === elements
        ? pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0) : elements.length;
    } while (elements.length === CHUNK);
    if (isStream) digest.update(text(count));
    return count;
  }
}

/** Refusals are the same when their codes are: their texts may name different things. */
function isSame(first, ending) {
  if (first.error && ending.error) return first.error.code === ending.error.code;
  return !first.error && !ending.error && text(first.outcome) === text(ending.outcome);
}

function words(ending) {
  return ending.error
    ? `the refusal '${ending.error.code}' (${ending.error.message})` : text(ending.outcome);
}

/** The collector has no name unless Node is started with `--expose-gc`; a new context has one. */
function collectGarbage() {
  setFlagsFromString("--expose-gc");
  (globalThis.gc ?? runInNewContext("gc"))();
}

// The streams.

/** A stream of this process by another number, so that its own can become another's. */
function reopened(number, flags) {
  const path = `/proc/self/fd/${number}`;
  // Opening a pipe would wait for its writer, who may have gone already: so there is one meanwhile.
  const isInput = flags === constants.O_RDONLY && fstatSync(number).isFIFO();
  const writer = isInput ? openSync(path, constants.O_WRONLY | constants.O_NONBLOCK) : null;
  try {
    return openSync(path, flags);
  } finally {
    if (writer !== null) closeSync(writer);
  }
}

/** Has a stream's number lead elsewhere: the lowest free number is the next to be used. */
function replace(number, path, flags) {
  closeSync(number);
  const found = openSync(path, flags);
  if (found !== number) throw new Error(`Stream ${number} was taken by something else; call serve() earlier.`);
}

/** The lines of a stream. It is waited for without the event loop: between requests the app does nothing. */
function* lines(stream) {
  const chunk = Buffer.alloc(1 << 16);
  let rest = Buffer.alloc(0);
  for (let count; (count = readSync(stream, chunk)) > 0;) {
    rest = Buffer.concat([rest, chunk.subarray(0, count)]);
    for (let end; (end = rest.indexOf("\n")) >= 0;) {
      yield rest.toString("utf8", 0, end);
      rest = rest.subarray(end + 1);
    }
  }
  if (rest.length > 0) yield rest.toString("utf8");
}

function write(stream, line) {
  const bytes = Buffer.from(line);
  for (let done = 0; done < bytes.length;) done += writeSync(stream, bytes, done);
}

const driver = new Driver();

/** Declares what makes the app, of the run's own directory and the scenario's `fixture`:
 * `fixture(["devices?"], (directory, { devices = 10 }) => …)`, or without the list if it takes none. */
export function fixture(parameters, make) {
  driver.make = make ? new Callee(parameters, make) : new Callee([], parameters);
}

/** Declares something a story can do: `verb("lend", ["device"], (shop, { device }) => …)`, or without the
 * list if it takes no arguments. */
export function verb(name, parameters, body) {
  driver.verbs.set(name, body ? new Callee(parameters, body) : new Callee([], parameters));
}

/** Answers requests until `bye`, then exits with 0; with 1 if the harness went away, with 64 if it is to be
 * slower by a handicap, which only drivers in Swift can be. */
export async function serve(name = basename(process.argv[1], extname(process.argv[1]))) {
  // Without it a build would be thought to be slower by a known share.
  if (process.argv.slice(2).some((word) => word.split("=")[0] === "--handicap")) {
    console.error("Error: a driver made with the kit for JavaScript has no --handicap.");
    process.exit(64);
  }
  // The app, and what it starts, can neither read requests nor write among the replies.
  const output = constants.O_WRONLY | constants.O_APPEND;
  const requests = reopened(0, constants.O_RDONLY);
  const [replies, errors] = [reopened(1, output), reopened(2, output)];
  replace(0, "/dev/null", constants.O_RDONLY);
  // Both, for in a file one would write over the other.
  for (const number of [1, 2]) replace(number, `/proc/self/fd/${errors}`, output);
  closeSync(errors);
  for (const line of lines(requests)) {
    const [reply, isLast] = await driver.answer(line, name);
    write(replies, `${JSON.stringify(reply)}\n`);
    if (isLast) process.exit(0);
  }
  process.exit(1);
}

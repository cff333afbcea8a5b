/**
 * A test fails if it wrote an error or a warning to the console, or called what jsdom does not implement. One that
 * expects a message mocks the method: `vi.spyOn(console, "error").mockImplementation(() => undefined)` lasts until the
 * next test begins.
 */
import { format } from "node:util";
import { afterAll, afterEach } from "vitest";

/** Vitest's environment. jsdom has no types of its own. */
declare const jsdom: {
  virtualConsole: {
    removeAllListeners: (event: "jsdomError") => void;
    on: (event: "jsdomError", listener: (error: Error) => void) => void;
  };
};

/** As errors: each has the stack of what wrote it. */
const written: Error[] = [];
const { error, warn } = console;

function recorder(method: "error" | "warn") {
  return function record(...parts: unknown[]) {
    const texts = parts.map((part) => (part instanceof Element ? part.outerHTML : part));
    const message = new Error(`console.${method}: ${format(...texts)}`);
    Error.captureStackTrace(message, record);
    written.push(message);
  };
}

function failIfWritten() {
  const messages = written.splice(0);
  if (messages.length > 0) throw new AggregateError(messages);
}

// Not spies: `restoreMocks` would remove them before the first test.
Object.assign(console, { error: recorder("error"), warn: recorder("warn") });
// jsdom writes to the console of the process, which is another one.
jsdom.virtualConsole.removeAllListeners("jsdomError");
jsdom.virtualConsole.on("jsdomError", (message) => void written.push(message));

// Hooks of the first setup file run last, after the test's elements were removed.
afterEach(failIfWritten);
afterAll(() => {
  // What is written from now on fails no test: it is printed.
  Object.assign(console, { error, warn });
  failIfWritten();
});

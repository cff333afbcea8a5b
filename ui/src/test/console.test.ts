/* oxlint-disable vitest/expect-expect -- What is expected here is that the test fails after its end. */
import { expect, test, vi } from "vitest";

/** Past the lint: here a message on the console is what is tested. */
const { console: written } = globalThis;

test.fails("an error on the console fails the test that wrote it", () => {
  written.error("not expected");
});

test.fails("so does a warning", () => {
  written.warn("not expected");
});

test.fails("so does what jsdom does not implement", () => {
  window.alert("not expected");
});

test("a message that a test expects does not", () => {
  const error = vi.spyOn(written, "error").mockImplementation(() => undefined);
  written.error("expected");
  expect(error).toHaveBeenCalledOnce();
});

test.fails("the test after it is watched again", () => {
  written.error("not expected");
});

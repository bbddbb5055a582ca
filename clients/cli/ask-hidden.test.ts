import { PassThrough } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import { askHidden } from "./ask-hidden.ts";

afterEach(() => vi.restoreAllMocks());

function ask(typed: string) {
  const input = new PassThrough();
  vi.spyOn(process, "stdin", "get").mockReturnValue(input as never);
  const shown = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const answer = askHidden("Key: ");
  input.end(typed);
  return { answer, shown };
}

test("reads a line without showing it", async () => {
  const { answer, shown } = ask("sk_sandbox_1\n");
  expect(await answer).toBe("sk_sandbox_1");
  expect(shown.mock.calls.flat().join("")).toBe("Key: \n");
});

test("returns an empty string when the input ends without a line", async () => {
  expect(await ask("").answer).toBe("");
});

import { expect, test } from "vitest";
import { killRunning, runCommand } from "./run-command.mjs";

const node = (script) =>
  runCommand(process.execPath, ["-e", script], { cwd: process.cwd(), timeoutMs: 60_000 });

test("gives the exit code, and 127 for a command that cannot be started", async () => {
  expect(await node("process.exit(3)")).toEqual({ code: 3, timedOut: false });
  const missing = runCommand("no-such-command", [], { cwd: process.cwd(), timeoutMs: 60_000 });
  expect(await missing).toEqual({ code: 127, timedOut: false });
});

test("an interrupted run kills its command and starts no more", async () => {
  const endless = node("setInterval(() => {}, 1000)");
  killRunning();
  expect(await endless).toEqual({ code: null, timedOut: false });
  expect(await node("process.exit(0)")).toEqual({ code: 130, timedOut: false });
});

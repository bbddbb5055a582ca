import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";

const module = new URL("end-with-npm.mjs", import.meta.url).href;
const script = `
  const { endWithNpm } = await import(${JSON.stringify(module)});
  endWithNpm(() => process.exit());
  console.log(process.pid);
  setTimeout(() => {}, 60_000);`;

test.skipIf(process.platform === "win32").each([
  ["ends when npm's shell ends", { npm_lifecycle_event: "start" }, true],
  ["runs on if npm did not start it: a shell may end before its background job", {}, false],
])("a script %s", async (_title, env, ends) => {
  const { npm_lifecycle_event: _own, ...inherited } = process.env;
  // The shell waits for its child: after its last command, many shells would become that command.
  const shell = spawn(
    "sh",
    ["-c", '"$0" --input-type=module -e "$1"; true', process.execPath, script],
    {
      env: { ...inherited, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [line] = await once(createInterface(shell.stdout), "line");
  const pid = Number(line);
  try {
    shell.kill("SIGTERM");
    if (ends) await expect.poll(() => isRunning(pid)).toBe(false);
    else {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect(isRunning(pid)).toBe(true);
    }
  } finally {
    if (isRunning(pid)) process.kill(pid, "SIGKILL");
  }
});

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findFreePorts } from "./free-ports.mjs";

// So few that two processes without claims would have a port in common with a probability of 97 %.
const range = { first: 19_900, last: 19_939 };

test("two processes never get the same port, although neither listens yet", async () => {
  const own = await findFreePorts(10, range);
  const module = JSON.stringify(new URL("free-ports.mjs", import.meta.url).href);
  const script = `import { findFreePorts } from ${module};
    console.log(JSON.stringify(await findFreePorts(10, ${JSON.stringify(range)})));`;
  const child = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  const others = JSON.parse(child.stdout);
  expect(others).toHaveLength(10);
  expect(new Set([...own, ...others]).size).toBe(20);
});

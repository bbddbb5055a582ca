import { afterEach, expect, test } from "vitest";
import { runCommand } from "./run-command.ts";
import { createStreamServer, type StreamServer } from "./testing/stream-server.ts";
import { createTestTerminal, type TestTerminalOptions } from "./testing/test-terminal.ts";

let server: StreamServer;
afterEach(() => server?.close());

const key = "sk_sandbox_0123456789abcdef";

async function run(args: string[], options: TestTerminalOptions = {}) {
  server = await createStreamServer((response) => {
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const terminal = createTestTerminal({
    ...options,
    env: { TESSERA_SERVICE_URL: server.url, ...options.env },
  });
  const code = await runCommand(terminal, args);
  return { code, text: terminal.lines.join("\n"), sent: server.requests.length };
}

const commands = [
  ["listen", "--forward-to", "3000"],
  ["trigger", "payment.created"],
  ["logs", "tail"],
  ["events", "resend", "evt_1"],
  ["doctor"],
  ["doctor", "https://shop.example"],
  ["clock"],
  ["clock", "advance", "1d"],
];

test.each(commands)("a live key is refused before anything is sent: %s %s", async (...args) => {
  for (const live of [`sk_live_${"a".repeat(43)}`, `rk_live_${"a".repeat(43)}`]) {
    const result = await run(args, { env: { TESSERA_SECRET_KEY: live } });
    expect([result.code, result.sent]).toEqual([1, 0]);
    expect(result.text).toMatch(/live key/);
    expect(result.text).not.toContain(live);
    await server.close();
  }
});

test.each([
  [`pk_sandbox_${"a".repeat(43)}`, /publishable key/],
  ["hello", /not a sandbox key/],
  [`sk_sandbox_${"a".repeat(20)}\u001b[31m`, /not a sandbox key/],
])("the key %s is refused before anything is sent", async (wrong, text) => {
  const result = await run(["clock"], { env: { TESSERA_SECRET_KEY: wrong } });
  expect([result.code, result.sent]).toEqual([1, 0]);
  expect(result.text).toMatch(text);
});

test("the command reads the key from the environment, a file or a prompt", async () => {
  const live = `sk_live_${"a".repeat(43)}`;
  const questions: string[] = [];
  const found = [
    await run(["clock"], { env: { TESSERA_SECRET_KEY: key } }),
    await run(["clock", "--key-file", "k"], {
      files: { k: `${key}\n` },
      env: { TESSERA_SECRET_KEY: live },
    }),
    await run(["clock", "--key-file", "k"], { files: { k: JSON.stringify({ secretKey: key }) } }),
    await run(["clock"], {
      ask: async (question) => {
        questions.push(question);
        return key;
      },
    }),
  ];
  expect(found.map(({ sent }) => sent)).toEqual([1, 1, 1, 1]);
  expect(questions).toHaveLength(1);
  expect((await run(["clock"])).text).toMatch(/TESSERA_SECRET_KEY/);
  expect((await run(["clock", "--key-file", "none"])).text).toMatch(/cannot be read/);
});

test.each([
  [["clock", key], /command line/],
  [["listen", "--forward-to", "3000", `whsec_${"a".repeat(40)}`], /command line/],
  [["listen", "--key", "x"], /Unknown option --key/],
  [["listen", "--events", "payment,secrets"], /not an event type/],
  [["listen", "--events"], /needs a value/],
  [["trigger", "payment.unheard"], /not on the list/],
  [["trigger", "toString"], /not on the list/],
  [["trigger", "a", "b"], /Unexpected argument: b/],
  [["events", "resend"], /Name an event/],
  [["clock", "advance", "3 days"], /Give a duration/],
  [["clock", "back"], /advance/],
  [["logs", "tail", "--only", "good"], /errors/],
  [["unheard"], /Unknown command unheard/],
  [["toString"], /Unknown command toString/],
])("%o is refused before anything is sent", async (args, text) => {
  const result = await run(args, { env: { TESSERA_SECRET_KEY: key } });
  expect([result.code, result.sent]).toEqual([1, 0]);
  expect(result.text).toMatch(text);
});

test("a service over http on another machine does not get the key", async () => {
  const result = await run(["clock"], {
    env: { TESSERA_SECRET_KEY: key, TESSERA_SERVICE_URL: "http://pay.example" },
  });
  expect(result.code).toBe(1);
  expect(result.text).toMatch(/https/);
});

test("lists its commands and what it can trigger", async () => {
  expect((await run(["help"])).text).toMatch(/listen \[--forward-to URL\]/);
  const { code, text, sent } = await run(["trigger"]);
  expect([code, sent]).toEqual([0, 0]);
  expect(text).toMatch(/^payment\.created +a payment intent is created$/m);
});

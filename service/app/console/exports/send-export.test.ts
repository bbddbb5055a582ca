import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { exportTotalHeader } from "#contract/console/exports";
import { sendExport } from "./send-export.ts";

const app = () => Fastify({ forceCloseConnections: true });
let open: ReturnType<typeof app> | undefined;
afterEach(() => open?.close());

async function serve(pieces: AsyncIterable<readonly string[]>): Promise<string> {
  open = app();
  open.get("/", (_request, reply) =>
    sendExport(reply, {
      name: "things",
      format: "ndjson",
      total: 1000,
      isContinued: false,
      pieces,
      columns: ["thing"],
      rowsOf: (item: string) => [[item]],
      date: "2026-01-01",
    }),
  );
  await open.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(open.server.address() as AddressInfo).port}/`;
}

test("reads no further than the browser receives", async () => {
  const piece = ["x".repeat(1024 * 1024)];
  let read = 0;
  async function* endless() {
    for (; read < 1000; read += 1) yield piece;
  }
  const url = await serve(endless());
  const response = await fetch(url);
  expect(response.headers.get(exportTotalHeader)).toBe("1000");
  const reader = response.body?.getReader();
  await reader?.read();
  // The export reads only as much as the buffers hold.
  for (let turns = 0; turns < 50; turns += 1)
    await new Promise((resolve) => setTimeout(resolve, 5));
  expect(read).toBeLessThan(100);
  await reader?.cancel();
});

test("stops reading when the browser disconnects", async () => {
  let isEnded = false;
  async function* endless() {
    try {
      for (;;) yield ["x".repeat(64 * 1024)];
    } finally {
      isEnded = true;
    }
  }
  const url = await serve(endless());
  const leaving = new AbortController();
  const response = await fetch(url, { signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
  await expect.poll(() => isEnded, { timeout: 15_000 }).toBe(true);
});

test("cuts the connection when reading fails, so that an incomplete file is not mistaken for a complete one", async () => {
  async function* broken() {
    yield ["first"];
    throw new Error("the store went away");
  }
  const response = await fetch(await serve(broken()));
  await expect(response.text()).rejects.toThrow();
});

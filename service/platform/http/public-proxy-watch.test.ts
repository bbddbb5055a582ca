import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { createTestClock, type TestClock } from "../../testing/test-clock.ts";
import { createLog } from "../log.ts";
import { addForwardingNotice, type Forwarding } from "./forwarding-notice.ts";
import { minRequests } from "./public-proxy-watch.ts";

let app: FastifyInstance;
let clock: TestClock;
let forwarding: Forwarding;
let lines: string[];
afterEach(() => app.close());

function start(
  environment: "production" | "sandbox" = "production",
  trustedProxies: string[] = [],
): void {
  app = Fastify();
  clock = createTestClock();
  lines = [];
  const log = createLog("warn", { write: (line) => void lines.push(line) });
  forwarding = addForwardingNotice(app, {
    machineClock: clock,
    log,
    config: { environment, trustedProxies } as never,
  });
  app.get("/", () => "");
}

/**
 * Serves more than two windows. Of every ten requests, `through` come from the address of `from`, the others directly.
 */
async function serve(
  from: (count: number) => string,
  { through = 10, header = "x-forwarded-for" } = {},
): Promise<void> {
  for (let count = 0; count < 3 * minRequests; count += 1) {
    clock.advance(400);
    const isThrough = count % 10 < through;
    const remoteAddress = isThrough ? from(count) : `198.51.${count % 200}.1`;
    const headers = isThrough ? { [header]: "192.0.2.7" } : {};
    await app.inject({ url: "/", remoteAddress, headers });
  }
}

describe("a proxy with public addresses that is not in TRUSTED_PROXIES", () => {
  test("is reported once, by its network, or by its address if it has only one", async () => {
    start();
    await serve((count) => `203.0.113.${count % 50}`, { header: "cf-connecting-ip" });
    expect(forwarding.notice()).toMatchObject({
      peer: "203.0.113.0/24",
      header: "cf-connecting-ip",
    });
    await serve((count) => `203.0.113.${count % 50}`);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("203.0.113.0/24");
    clock.advance(60 * 60_000);
    expect(forwarding.notice()).toBeUndefined();

    start();
    await serve(() => "2001:db8:7::9");
    expect(forwarding.notice()).toMatchObject({ peer: "2001:db8:7::9" });
    start();
    await serve((count) => `2001:db8:7:${count % 9}::9`);
    expect(forwarding.notice()).toMatchObject({ peer: "2001:db8:7::/48" });
  });

  test("is detected among a few direct requests, but not among many", async () => {
    start();
    await serve(() => "203.0.113.7", { through: 8 });
    expect(forwarding.notice()).toBeDefined();
    start();
    await serve(() => "203.0.113.7", { through: 7 });
    expect(forwarding.notice()).toBeUndefined();
  });

  test("is not detected if clients from everywhere send the header", async () => {
    start();
    await serve((count) => `203.0.${count % 200}.7`);
    expect(forwarding.notice()).toBeUndefined();
  });

  test("is not detected from one burst, however large", async () => {
    start();
    const burst = { url: "/", remoteAddress: "203.0.113.7", headers: { forwarded: "for=1.1.1.1" } };
    for (let count = 0; count < 3 * minRequests; count += 1) await app.inject(burst);
    clock.advance(61_000);
    await app.inject(burst);
    expect(forwarding.notice()).toBeUndefined();
  });

  test("is only detected in production, and only if TRUSTED_PROXIES is empty", async () => {
    start("sandbox");
    await serve(() => "203.0.113.7");
    expect(forwarding.notice()).toBeUndefined();
    start("production", ["192.0.2.1"]);
    await serve(() => "203.0.113.7");
    expect(forwarding.notice()).toBeUndefined();
  });
});

import { afterEach, expect, test } from "vitest";
import { addStaff } from "../../app/console/testing/staff-browser.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

let t: TestService;
afterEach(() => t.close());

const ask = (remoteAddress: string, headers: Record<string, string>, url = "/healthz") =>
  t.service.app.inject({ method: "GET", url, remoteAddress, headers });
const warnings = async () => (await ask("127.0.0.1", {}, "/readyz")).json().warnings;
const warned = () => t.logLines.filter((line) => line.includes("TRUSTED_PROXIES"));

test.each([
  ["x-forwarded-for", "10.0.0.5", "203.0.113.7"],
  ["forwarded", "127.0.0.1", "for=203.0.113.7"],
  ["x-real-ip", "::ffff:192.168.1.4", "203.0.113.7"],
  ["x-forwarded-for", "fd00::5", "203.0.113.7"],
  ["x-forwarded-host", "10.0.0.5", "pay.example"],
  ["cf-connecting-ip", "172.16.0.5", "203.0.113.7"],
  ["true-client-ip", "100.64.0.5", "203.0.113.7"],
])(
  "%s from the unnamed proxy %s is reported once in the log, and in the readiness",
  async (name, peer, value) => {
    t = await createTestService();
    for (let count = 0; count < 5; count += 1) await ask(peer, { [name]: value });
    expect(warned()).toHaveLength(1);
    expect(warned()[0]).toContain(peer.replace("::ffff:", ""));
    const ready = await ask("127.0.0.1", {}, "/readyz");
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toMatchObject({
      status: "ready",
      warnings: [{ code: "proxy_not_trusted", requests: 5, lastSeenAt: expect.any(String) }],
    });
    // Anyone may read the response.
    expect(ready.body).not.toContain(peer);
  },
);

test("the warning ends an hour after the last such request", async () => {
  t = await createTestService();
  await ask("10.0.0.5", { "x-forwarded-for": "203.0.113.7" });
  expect(await warnings()).toHaveLength(1);
  t.clock.advance(60 * 60_000);
  expect(await warnings()).toEqual([]);
});

test("a client on the Internet cannot cause a warning", async () => {
  t = await createTestService();
  for (const peer of ["203.0.113.7", "2001:db8::7", "::ffff:198.51.100.1"]) {
    await ask(peer, { "x-forwarded-for": "10.0.0.1", forwarded: "for=10.0.0.1" });
  }
  expect(await warnings()).toEqual([]);
  expect(warned()).toEqual([]);
});

test("a proxy named by address, range or name causes no warning", async () => {
  t = await createTestService({ env: { TRUSTED_PROXIES: "10.0.0.5, 192.168.0.0/16 loopback" } });
  for (const peer of ["10.0.0.5", "192.168.3.4", "127.0.0.1", "::1"]) {
    await ask(peer, { "x-forwarded-for": "203.0.113.7" });
  }
  expect(await warnings()).toEqual([]);
  await ask("10.0.0.6", { "x-forwarded-for": "203.0.113.7" });
  expect(await warnings()).toHaveLength(1);
});

test("admins see the warning in the console, with the address to name; others don't", async () => {
  t = await createTestService();
  const { browser: admin } = await addStaff(t);
  expect((await admin.ok("GET", "/settings")).proxyNotice).toBeNull();
  await ask("10.0.0.5", { "x-forwarded-for": "203.0.113.7" });
  expect((await admin.ok("GET", "/settings")).proxyNotice).toMatchObject({
    peer: "10.0.0.5",
    header: "x-forwarded-for",
    requests: 1,
  });
  const { browser: viewer } = await addStaff(t, "viewer");
  expect((await viewer.ok("GET", "/settings")).proxyNotice).toBeNull();
});

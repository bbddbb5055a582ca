import { describe, expect, test } from "vitest";
import { type ComparablePayment, findPair, matchesOf } from "./compelling-evidence.ts";

const device = "a".repeat(64);
const payment = (differs: Partial<ComparablePayment> = {}): ComparablePayment => ({
  paidAtMs: 0,
  externalCustomerId: "ada",
  context: { ipAddress: "192.0.2.1", userAgent: "x", deviceId: device },
  ...differs,
});
const context = (differs: object) => ({
  context: { ipAddress: "192.0.2.1", userAgent: "x", deviceId: device, ...differs },
});

describe("payments agree in", () => {
  test("address, device and account", () => {
    expect(matchesOf(payment(), payment())).toEqual(["ip_address", "device", "account"]);
    expect(matchesOf(payment(), payment(context({ ipAddress: "192.0.2.2" })))).toEqual([
      "device",
      "account",
    ]);
    expect(matchesOf(payment(), payment({ externalCustomerId: "bob" }))).toEqual([
      "ip_address",
      "device",
    ]);
  });

  test("nothing that is unknown on both sides, or too short", () => {
    const unknown = payment(context({ ipAddress: null, deviceId: null }));
    expect(matchesOf(unknown, unknown)).toEqual(["account"]);
    expect(matchesOf(payment({ context: null }), payment({ context: null }))).toEqual(["account"]);
    const short = payment(context({ deviceId: "abc" }));
    expect(matchesOf(short, short)).toEqual(["ip_address", "account"]);
  });
});

describe("a pair", () => {
  const of = (...matches: ("ip_address" | "device" | "account")[]) => ({ matches });

  test("agrees in the same two elements, one of them address or device", () => {
    expect(findPair([of("ip_address", "account"), of("ip_address", "account")])).toBeDefined();
    expect(findPair([of("ip_address", "account"), of("device", "account")])).toBeUndefined();
    expect(findPair([of("ip_address"), of("ip_address")])).toBeUndefined();
    expect(findPair([of("account"), of("account")])).toBeUndefined();
  });

  test("needs two payments, and is found among others", () => {
    expect(findPair([of("ip_address", "account")])).toBeUndefined();
    const good = of("device", "account");
    expect(findPair([of("account"), good, of(), good])).toEqual([good, good]);
  });
});

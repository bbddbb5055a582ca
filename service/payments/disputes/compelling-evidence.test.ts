import { describe, expect, test } from "vitest";
import {
  type ComparablePayment,
  type EvidenceElement,
  findPair,
  matchesOf,
} from "./compelling-evidence.ts";

const device = "a".repeat(64);
const payment = (overrides: Partial<ComparablePayment> = {}): ComparablePayment => ({
  externalCustomerId: "ada",
  context: { ipAddress: "192.0.2.1", userAgent: "x", deviceId: device },
  deliveryAddress: null,
  ...overrides,
});
const context = (overrides: object) => ({
  context: { ipAddress: "192.0.2.1", userAgent: "x", deviceId: device, ...overrides },
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

describe("a delivery address", () => {
  const reno = {
    line1: "1 Main St.",
    line2: "Apt 4",
    city: "Reno",
    state: "NV",
    postalCode: "89501-1234",
    country: "US",
  };
  const same = (overrides: Partial<typeof reno>, other: Partial<typeof reno> = {}) =>
    matchesOf(
      payment({ context: null, deliveryAddress: { ...reno, ...overrides } }),
      payment({ context: null, externalCustomerId: "b", deliveryAddress: { ...reno, ...other } }),
    );

  test("is the same in another spelling", () => {
    expect(same({})).toEqual(["delivery_address"]);
    expect(same({ line1: "1 MAIN ST", line2: "#apt 4", postalCode: "89501" })).toEqual([
      "delivery_address",
    ]);
    expect(same({ line1: "1 Main St, Apt 4", line2: "" })).toEqual(["delivery_address"]);
    const lines = { city: "Bogotá", country: "CO", state: "", postalCode: "110111" };
    expect(same(lines, { ...lines, city: "BOGOTA" })).toEqual(["delivery_address"]);
  });

  test.each([
    [{ line1: "2 Main St." }],
    [{ line2: "Apt 5" }],
    [{ city: "Sparks" }],
    [{ postalCode: "89502" }],
    [{ country: "MX" }],
    [{ line1: "1 Main Street" }],
    [{ line1: "1 Main St. Apt", line2: "" }],
  ])("differs with %j", (overrides) => {
    expect(same(overrides)).toEqual([]);
  });

  test("keeps numbers apart", () => {
    expect(same({ line1: "1 Main 1", line2: "4" }, { line1: "1 Main", line2: "14" })).toEqual([]);
  });

  test("matches nothing if one payment has no address", () => {
    const without = payment({ context: null, deliveryAddress: null });
    expect(matchesOf(without, without)).toEqual(["account"]);
    expect(matchesOf(payment({ context: null, deliveryAddress: reno }), without)).toEqual([
      "account",
    ]);
  });
});

describe("a pair", () => {
  const of = (...matches: EvidenceElement[]) => ({ matches });

  test("qualifies with a delivery address and IP address or device, not with an account", () => {
    const byIp = of("ip_address", "delivery_address");
    expect(findPair([byIp, byIp])).toEqual([byIp, byIp]);
    const byDevice = of("device", "delivery_address");
    expect(findPair([byDevice, byDevice])).toBeDefined();
    expect(findPair([byIp, byDevice])).toBeUndefined();
    const byAccount = of("delivery_address", "account");
    expect(findPair([byAccount, byAccount])).toBeUndefined();
  });

  test("agrees in the same two elements, one of them IP address or device", () => {
    expect(findPair([of("ip_address", "account"), of("ip_address", "account")])).toBeDefined();
    expect(findPair([of("ip_address", "account"), of("device", "account")])).toBeUndefined();
    expect(findPair([of("ip_address"), of("ip_address")])).toBeUndefined();
    expect(findPair([of("account"), of("account")])).toBeUndefined();
  });

  test("needs two payments, and is found among others", () => {
    expect(findPair([of("ip_address", "account")])).toBeUndefined();
    const pair = of("device", "account");
    expect(findPair([of("account"), pair, of(), pair])).toEqual([pair, pair]);
  });
});

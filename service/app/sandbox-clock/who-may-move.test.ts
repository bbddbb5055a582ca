import { expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { readConfig } from "../read-config.ts";
import { hasRealParties } from "./real-parties.ts";

const advance = (t: TestService, token = t.operator.secretKey) =>
  t.call("POST", "/v1/sandbox/clock", { token, body: { advance: 60 } });
const unreachable = { SANDBOX_URL: "http://127.0.0.1:9" };

test("by default only the demo operator moves the clock; the setting names others", async () => {
  const t = await createTestService({ env: unreachable });
  try {
    const refused = await advance(t);
    expect([refused.statusCode, refused.json().errorCode]).toEqual([
      403,
      "sandbox_clock_not_allowed",
    ]);
    expect((await t.call("GET", "/v1/sandbox/clock")).json().offsetSeconds).toBe(0);
  } finally {
    await t.close();
  }
});

test("the service does not start with a setting that is not a list of operators", () => {
  const read = (value: string) => readConfig({ SANDBOX_CLOCK_OPERATORS: value });
  expect(read("none").sandboxClockOperators).toEqual([]);
  expect(() => read("everybody")).toThrow("SANDBOX_CLOCK_OPERATORS");
});

test("nobody moves or reads the clock if a processor is real", async () => {
  const real = [{ name: "acme", url: "https://api.acme.example", key: "key" }];
  const t = await createTestService({
    env: { ...unreachable, SANDBOX_CLOCK_OPERATORS: "all", PROCESSORS: JSON.stringify(real) },
  });
  try {
    for (const response of [await advance(t), await t.call("GET", "/v1/sandbox/clock")])
      expect([response.statusCode, response.json().errorCode]).toEqual([
        403,
        "sandbox_clock_unavailable",
      ]);
  } finally {
    await t.close();
  }
});

test("production has real parties whatever they are called", () => {
  const config = readConfig({});
  expect(hasRealParties(config)).toBe(false);
  expect(hasRealParties({ ...config, environment: "production" })).toBe(true);
  const origination = {
    odfiRoutingNumber: "021000021",
    odfiName: "BANK",
    companyId: "1",
    originName: "ACME",
  };
  expect(hasRealParties({ ...config, ach: { ...config.ach, origination } })).toBe(true);
  const bank = { name: "b", type: "tessera", url: "https://bank.example", key: "key" } as const;
  expect(hasRealParties({ ...config, bankLogin: bank })).toBe(true);
  expect(hasRealParties({ ...config, payByBank: bank })).toBe(true);
  const chains = (config.coins?.chains ?? []).map((chain) => ({
    ...chain,
    url: "https://rpc.example",
  }));
  const coins = config.coins && { ...config.coins, chains };
  expect(chains.length).toBeGreaterThan(0);
  expect(hasRealParties({ ...config, coins })).toBe(true);
  const payoutProcessors = config.payoutProcessors.map((payoutProcessor) => ({
    ...payoutProcessor,
    url: "https://payouts.example",
  }));
  expect(payoutProcessors).toHaveLength(1);
  expect(hasRealParties({ ...config, payoutProcessors })).toBe(true);
});

import { describe, expect, test } from "vitest";
import { readConfig } from "../../app/read-config.ts";
import { loginPayerOf } from "./login-payer.ts";

const trustly = {
  type: "trustly",
  url: "https://trustly.one/api/v1",
  accessId: "M8RaHgEjBE54zuFYMRQq",
  accessKey: "Jq7vT2mXw9Lr4KcZ8sBf3c",
  merchantId: "1002463580",
};
const payer = { name: "trustly-payouts", ...trustly };
const read = (login: object, ...processors: object[]) =>
  readConfig({
    PUBLIC_URL: "https://pay.example",
    BANK_LOGIN: JSON.stringify({ name: "trustly", ...login }),
    PAYOUT_PROCESSOR: JSON.stringify(processors),
  });

describe("the processor that pays to accounts of bank logins", () => {
  test("belongs to the same Trustly application, and receives notices at its own path", () => {
    expect(loginPayerOf(read(trustly, payer))).toEqual({
      name: "trustly-payouts",
      notificationUrl: "https://pay.example/v1/connectors/trustly-payouts/notices",
    });
  });

  test("is null without one, and when it only finishes earlier payouts", () => {
    expect(loginPayerOf(read(trustly))).toBeNull();
    expect(loginPayerOf(read(trustly, { ...payer, methods: [] }))).toBeNull();
  });

  test.each([
    { ...trustly, merchantId: "1002463581" },
    { ...trustly, accessId: "AnotherAccessId00001" },
    { ...trustly, url: "https://proxy.example/api/v1" },
    { type: "tessera", url: "https://bank.example", key: trustly.accessKey },
  ])("a processor without a login at its application is refused (%j)", (login) => {
    expect(() => read(login, payer)).toThrow(
      /^PAYOUT_PROCESSOR: trustly-payouts pays only to accounts that customers share at Trustly/,
    );
    expect(loginPayerOf(read(login, { ...payer, methods: [] }))).toBeNull();
  });
});

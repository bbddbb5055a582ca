import { expect, test } from "vitest";
import { NamedPayouts } from "./named-payouts.ts";

test("thousands of payouts that share a word of their references are not searched for each entry", () => {
  let reads = 0;
  const payouts = Array.from({ length: 5_000 }, (_, index) => ({
    payout_reference: `TX${index}`,
    get batch_key() {
      reads += 1;
      return `ACMEUNITED:${index}:USD`;
    },
    trace_reference: "",
  }));
  const index = new NamedPayouts(payouts);
  reads = 0;
  expect(index.namedIn("ADYEN ACMEUNITED 17 USD")).toEqual([]);
  expect(index.namedIn("ADYEN ACMEUNITED:18:USD")).toEqual([payouts[18]]);
  expect(index.namedIn("ADYEN TX19 ACMEUNITED")).toEqual([payouts[19]]);
  expect(reads).toBeLessThan(20);
});

/** Trustly's payouts, and its responses about the example payout. */
import type { OutgoingHttp } from "../../../../platform/outgoing-http.ts";
import { exampleConsent, payoutKey, type Sent } from "../../testing/conformance.ts";
import { trustlyPayoutSettings } from "../trustly-payout-settings.ts";
import { trustlyPayouts } from "../trustly-payouts.ts";

export const url = "https://trustly.example/api/v1";
export const accessKey = "trustly-key-0f3a77d1";
const { transactionId, paymentId, reference } = exampleConsent;

export const create = (http: OutgoingHttp, change: object = {}) =>
  trustlyPayouts(
    {
      name: "trustly-payouts",
      url,
      ...trustlyPayoutSettings.parse({
        accessId: "M8RaHgEjBE54zuFYMRQq",
        accessKey,
        merchantId: "1002463580",
        ...change,
      }),
    },
    http,
    { sendDeadlineMs: 15_000, lookUpDeadlineMs: 5_000 },
  );

export const payment = { paymentId, merchantReference: reference };
export const authorised = {
  transactionId,
  transactionType: "1",
  status: "2",
  currency: "USD",
  amount: "0.00",
  merchantReference: reference,
  payment,
};
export const deposited = {
  transactionId: "2002",
  transactionType: "6",
  status: "3",
  currency: "USD",
  amount: "49.99",
  reversed: "0.00",
  merchantReference: payoutKey,
  originalTransactionId: transactionId,
  payment,
};
export const ok = (body: object): Sent => ({ status: 200, body });
export const errors = (status: number, ...codes: number[]): Sent => ({
  status,
  body: { errors: codes.map((code) => ({ code, message: "no" })) },
});
export const listed = (...transactions: object[]) => ok({ transactions });
export const completed = { ...deposited, status: "4" };

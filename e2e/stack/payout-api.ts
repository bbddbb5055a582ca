/** Payouts as an operator's server makes and decides them, and what their customers are sent. */
import { sandboxRoutingNumber } from "../../sandbox/catalogue/bank-accounts.ts";
import { type Addresses, call, freshId } from "./operator-api.ts";
import type { StackAddresses } from "./start-stack.ts";

/** Settings under which a payout needs nothing but a way to be paid and an approval. */
export const undemanding = {
  verifyOnFirstDisbursement: false,
  smsVerification: "off",
  w9Policy: "over-threshold",
  paymentMethodTypes: ["card", "bank", "pay_by_bank", "crypto"],
};

/** A payout that waits for its customer. */
export interface CreatedPayout {
  externalCustomerId: string;
  disbursementIntentId: string;
  clientSecretKey: string;
  w9CaptureUrl?: string;
}

/** What the tests read of a status answer. */
export interface PayoutStatus {
  status: string;
  disbursement?: { disbursementId: string; status: string; type: string; withheldAmount: number };
}

/** Jane Doe of Reno, whose legal name and address are known. */
export const janeDoe = {
  firstName: "Jane",
  lastName: "Doe",
  dateOfBirth: "1985-04-23",
  address: {
    line1: "1 Main Street",
    city: "Reno",
    state: "NV",
    postalCode: "89501",
    country: "US",
  },
};

/** Makes a customer; answers the operator's id for them. */
export async function createWinner(stack: Addresses, data: object = {}): Promise<string> {
  const externalCustomerId = freshId("winner");
  const email = `${externalCustomerId}@example.com`;
  await call(stack, "POST", "/v1/customers", {
    externalCustomerId,
    data: { email, ...data },
  });
  return externalCustomerId;
}

/** Makes a payout of that customer, of $85 unless told otherwise. */
export async function createPayout(
  stack: Addresses,
  externalCustomerId: string,
  differs: object = {},
): Promise<CreatedPayout> {
  const intent = await call<Omit<CreatedPayout, "externalCustomerId">>(
    stack,
    "POST",
    "/v1/disbursement-intents",
    {
      externalDisbursementIntentId: freshId("payout"),
      externalCustomerId,
      amount: 85,
      currency: "USD",
      ...differs,
    },
  );
  return { ...intent, externalCustomerId };
}

/** Records a bingo prize of that customer, of $1,500 unless told otherwise. */
export async function createPrize(
  stack: Addresses,
  externalCustomerId: string,
  differs: object = {},
): Promise<void> {
  await call(stack, "POST", `/v1/customers/${externalCustomerId}/prizes`, {
    externalPrizeId: freshId("prize"),
    gameType: "bingo",
    winningsAmount: 1_500,
    wonAt: new Date().toISOString(),
    ...differs,
  });
}

/**
 * Approves or rejects.
 *
 * @throws when the service refuses, with its answer
 */
export async function decidePayout(
  stack: Addresses,
  { disbursementIntentId }: CreatedPayout,
  allow: boolean,
): Promise<void> {
  await call(stack, "POST", `/v1/disbursements/${disbursementIntentId}/proceed/${allow}`);
}

/** Where the payout stands; asked once, so once in two seconds at most. */
export function readPayout(
  stack: Addresses,
  { disbursementIntentId }: CreatedPayout,
): Promise<PayoutStatus> {
  return call(stack, "GET", `/v1/disbursement-intents/${disbursementIntentId}/status`);
}

/** The last code that was sent to a number, from the sandbox carrier's inbox; waits for it. */
export async function codeSentTo(
  stack: Pick<StackAddresses, "sandboxUrl">,
  phoneNumber: string,
): Promise<string> {
  for (let looks = 0; looks < 100; looks++) {
    const query = new URLSearchParams({ to: phoneNumber });
    const response = await fetch(`${stack.sandboxUrl}/carrier/messages?${query}`);
    const { data } = (await response.json()) as { data: { body: string }[] };
    const code = /\b\d{6}\b/.exec(data[0]?.body ?? "")?.[0];
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no message came to ${phoneNumber}`);
}

/** Chooses a bank account in the customer's place, so that the payout waits for its approval. */
export async function requestByBank(
  stack: Addresses,
  { clientSecretKey }: CreatedPayout,
  netAmount: number,
): Promise<void> {
  const response = await fetch(`${stack.serviceUrl}/v1/client/disbursements`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${clientSecretKey}`,
      "Tessera-Publishable-Key": stack.operator.publishableKey,
      "Idempotency-Key": freshId("request"),
      "Content-Type": "application/json",
    },
    body: JSON.stringify({
      type: "bank",
      bank: {
        holderName: "Jane Doe",
        accountType: "checking",
        routingNumber: sandboxRoutingNumber,
        accountNumber: "000123456789",
      },
      netAmount,
    }),
  });
  if (!response.ok)
    throw new Error(`choosing answered ${response.status}: ${await response.text()}`);
}

/** Signs the W-9 that the link leads to, in the customer's place: {@link janeDoe}, unless told otherwise. */
export async function signW9(
  stack: Addresses,
  w9CaptureUrl: string,
  differs: object = {},
): Promise<void> {
  const secret = w9CaptureUrl.split("#")[1] ?? "";
  const send = async (step: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${stack.serviceUrl}/v1/client/w9/${step}`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${secret}`,
        "Content-Type": "application/json",
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { confirmation?: string };
    if (!response.ok) throw new Error(`${step}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const { confirmation = "" } = await send("confirm", { dateOfBirth: janeDoe.dateOfBirth });
  const { firstName, lastName, address } = janeDoe;
  await send(
    "complete",
    {
      formRevision: "2024-03",
      usPerson: true,
      classification: "individual",
      firstName,
      lastName,
      address,
      tinBox: "ssn",
      tin: "536-22-8714",
      backupWithholding: false,
      signature: `${firstName} ${lastName}`,
      ...differs,
    },
    { "tessera-w9-confirmation": confirmation },
  );
}

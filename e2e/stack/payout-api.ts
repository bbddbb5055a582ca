import { sandboxRoutingNumber } from "../../sandbox/catalogue/bank-accounts.ts";
import { type Addresses, call, freshId } from "./operator-api.ts";
import type { StackAddresses } from "./start-stack.ts";

/** Settings under which a payout needs only a payout method and an approval. */
export const noRequirements = {
  verifyOnFirstDisbursement: false,
  smsVerification: "off",
  w9Policy: "over-threshold",
  paymentMethodTypes: ["card", "bank", "pay_by_bank", "crypto"],
};

export interface CreatedPayout {
  externalCustomerId: string;
  disbursementIntentId: string;
  clientSecretKey: string;
  w9CaptureUrl?: string;
}

export interface PayoutStatus {
  status: string;
  disbursement?: { disbursementId: string; status: string; type: string; withheldAmount: number };
}

/** Jane Doe of Reno, with legal name and address. */
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

/** Creates a customer. Returns the external customer id. */
export async function createWinner(stack: Addresses, data: object = {}): Promise<string> {
  const externalCustomerId = freshId("winner");
  const email = `${externalCustomerId}@example.com`;
  await call(stack, "POST", "/v1/customers", {
    externalCustomerId,
    data: { email, ...data },
  });
  return externalCustomerId;
}

/** Creates a payout for that customer, of $85 by default. */
export async function createPayout(
  stack: Addresses,
  externalCustomerId: string,
  overrides: object = {},
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
      ...overrides,
    },
  );
  return { ...intent, externalCustomerId };
}

/** Records a bingo prize for that customer, of $1,500 by default. */
export async function createPrize(
  stack: Addresses,
  externalCustomerId: string,
  overrides: object = {},
): Promise<void> {
  await call(stack, "POST", `/v1/customers/${externalCustomerId}/prizes`, {
    externalPrizeId: freshId("prize"),
    gameType: "bingo",
    winningsAmount: 1_500,
    wonAt: new Date().toISOString(),
    ...overrides,
  });
}

/**
 * Approves or rejects a payout.
 *
 * @throws with the service's response when it refuses
 */
export async function decidePayout(
  stack: Addresses,
  { disbursementIntentId }: CreatedPayout,
  allow: boolean,
): Promise<void> {
  await call(stack, "POST", `/v1/disbursements/${disbursementIntentId}/proceed/${allow}`);
}

/** Reads the payout's status once. The service answers an unchanged status at most once every two seconds. */
export function readPayout(
  stack: Addresses,
  { disbursementIntentId }: CreatedPayout,
): Promise<PayoutStatus> {
  return call(stack, "GET", `/v1/disbursement-intents/${disbursementIntentId}/status`);
}

/** Waits for a message to that number in the sandbox carrier's inbox. Returns the code in it. */
export async function codeSentTo(
  stack: Pick<StackAddresses, "sandboxUrl">,
  phoneNumber: string,
): Promise<string> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
    const query = new URLSearchParams({ to: phoneNumber });
    const response = await fetch(`${stack.sandboxUrl}/carrier/messages?${query}`);
    const { data } = (await response.json()) as { data: { body: string }[] };
    const code = /\b\d{6}\b/.exec(data[0]?.body ?? "")?.[0];
    if (code) return code;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no message came to ${phoneNumber}`);
}

/** Submits a bank account in the customer's place, so that the payout waits for approval. */
export function requestByBank(
  stack: Addresses,
  payout: CreatedPayout,
  netAmount: number,
): Promise<void> {
  return request(stack, payout, {
    type: "bank",
    bank: {
      holderName: "Jane Doe",
      accountType: "checking",
      routingNumber: sandboxRoutingNumber,
      accountNumber: "000123456789",
    },
    netAmount,
  });
}

/** Like {@link requestByBank}, but to a card. */
export function requestByCard(
  stack: Addresses,
  payout: CreatedPayout,
  number: string,
  netAmount: number,
): Promise<void> {
  const card = { number, expiryMonth: 12, expiryYear: 2034, holderName: "Jane Doe" };
  return request(stack, payout, { type: "card", card, netAmount });
}

async function request(
  stack: Addresses,
  { clientSecretKey }: CreatedPayout,
  body: object,
): Promise<void> {
  const response = await fetch(`${stack.serviceUrl}/v1/client/disbursements`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${clientSecretKey}`,
      "Tessera-Publishable-Key": stack.operator.publishableKey,
      "Idempotency-Key": freshId("request"),
      "Content-Type": "application/json",
    },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`submitting the payout returned ${response.status}: ${await response.text()}`);
}

/** Signs the W-9 behind the link in the customer's place, as {@link janeDoe} by default. */
export async function signW9(
  stack: Addresses,
  w9CaptureUrl: string,
  overrides: object = {},
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
    const data = (await response.json()) as { confirmation?: string };
    if (!response.ok) throw new Error(`${step}: ${response.status} ${JSON.stringify(data)}`);
    return data;
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
      ...overrides,
    },
    { "tessera-w9-confirmation": confirmation },
  );
}

/** Plays the operator and the customer in the sandbox, with the calls that the server and the widgets make. */
import type { TesseraClient } from "../../server/index.ts";
import { CommandProblem, plain, withDeadline } from "../terminal.ts";

/** Numbers from the sandbox's table (docs/testing/test-values.md). */
export const testCards = {
  approved: "4242424242424242",
  declined: "4000000000000002",
  refundFailsLater: "4000770000000422",
} as const;

/** For each call. */
const deadlineMs = 35_000;

export interface Paid {
  readonly paymentIntentId: string;
  readonly paymentId: string;
}

export interface Payout {
  readonly disbursementIntentId: string;
  readonly clientSecretKey: string;
}

/** What a trigger can do. */
export interface SandboxActor {
  readonly client: TesseraClient;
  /** Returns a new id, as the operator would choose it. */
  newId(kind: string): string;
  createCustomer(): Promise<string>;
  createIntent(): Promise<{ paymentIntentId: string; clientSecretKey: string }>;
  /** Creates an intent of $49.99 and pays it. */
  payByCard(number: string): Promise<Paid>;
  /** Starts an ACH debit of $49.99. */
  payByDebit(): Promise<Paid>;
  createPayout(): Promise<Payout>;
  /** The customer chooses a bank account: the payout then waits for approval. */
  requestPayout(payout: Payout): Promise<void>;
  /** Records a prize that needs a W-9. Returns the link to the form. */
  createPrize(): Promise<string>;
  /** The customer signs the form. Resolves to the form's id. */
  signW9(captureUrl: string): Promise<string>;
}

/** The person in every trigger. She is of age and lives where the sandbox allows everything. */
const person = {
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
} as const;

const browser = {
  javaEnabled: false,
  language: "en-US",
  colorDepth: 24,
  screenHeightPx: 800,
  screenWidthPx: 1280,
  timeZoneOffsetMinutes: 300,
  userAgent: "Mozilla/5.0 (tessera trigger)",
};

const routingNumber = "110000000";
const accountNumber = "000123456789";

/** Creates the actor. `publishableKey` is called only if the customer acts. */
export function createActor(
  { client, serviceUrl }: { client: TesseraClient; serviceUrl: string },
  publishableKey: () => Promise<string>,
  signal: AbortSignal,
): SandboxActor {
  const options = { signal };
  let serial = 0;
  const run = crypto.randomUUID().slice(0, 8);
  const newId = (kind: string) => `trigger-${kind}-${run}-${++serial}`;

  /** Calls the API as the widgets do. */
  async function asCustomer<Data>(
    clientSecret: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Data> {
    // The form's link works without a publishable key, so the trigger does not need one either.
    const isW9 = path.startsWith("w9");
    const requestHeaders = {
      authorization: `Bearer ${clientSecret}`,
      ...(isW9 ? {} : { "tessera-publishable-key": await publishableKey() }),
      ...(body ? { "content-type": "application/json" } : {}),
      "idempotency-key": crypto.randomUUID(),
      ...headers,
    };
    const { response, text } = await withDeadline(signal, deadlineMs, async (withinDeadline) => {
      const reply = await fetch(`${serviceUrl}/v1/client/${path}`, {
        method: body ? "POST" : "GET",
        headers: requestHeaders,
        ...(body ? { body: JSON.stringify(body) } : {}),
        redirect: "manual",
        signal: withinDeadline,
      });
      return { response: reply, text: await reply.text() };
    });
    const data = readJson(text);
    if (response.ok) return data as Data;
    const { message = `HTTP ${response.status}`, errorCode = "" } = data as {
      message?: string;
      errorCode?: string;
    };
    throw new CommandProblem(
      plain(`The customer's step ${path} was refused: ${message} ${errorCode}`),
    );
  }

  /** Throws if the session requires something that only a person at a screen can do. */
  async function expectNoRequirements(clientSecret: string): Promise<void> {
    const { requirements } = await asCustomer<{
      requirements: { type: string; blocks: string }[];
    }>(clientSecret, "session");
    const blocking = requirements.filter(({ blocks }) => blocks === "submission");
    if (blocking.length === 0) return;
    const types = blocking.map(({ type }) => type).join(", ");
    throw new CommandProblem(
      plain(
        `Your settings require ${types} first, which needs a person. Use the widget, or another sandbox operator.`,
      ),
    );
  }

  const actor: SandboxActor = {
    client,
    newId,
    async createCustomer() {
      const externalCustomerId = newId("customer");
      const email = `${externalCustomerId}@example.com`;
      await client.createCustomer({ externalCustomerId, data: { email, ...person } }, options);
      return externalCustomerId;
    },
    async createIntent() {
      return client.createPaymentIntent(
        {
          externalPaymentIntentId: newId("payment"),
          externalCustomerId: await actor.createCustomer(),
          amount: 49.99,
          currency: "USD",
          description: "A test of tessera trigger",
        },
        options,
      );
    },
    async payByCard(number) {
      const { paymentIntentId, clientSecretKey } = await actor.createIntent();
      await expectNoRequirements(clientSecretKey);
      const prefix = number.slice(0, 8);
      const { breakdown } = await asCustomer<Quote>(clientSecretKey, "quote", {
        type: "card",
        card: { prefix },
      });
      const { paymentId } = await asCustomer<{ paymentId: string }>(clientSecretKey, "payments", {
        type: "card",
        total: breakdown.total,
        browser,
        card: {
          number,
          expiryMonth: 12,
          expiryYear: new Date().getUTCFullYear() + 3,
          cvc: "123",
          holderName: "Jane Doe",
          postalCode: "89501",
        },
      });
      return { paymentIntentId, paymentId };
    },
    async payByDebit() {
      const { paymentIntentId, clientSecretKey } = await actor.createIntent();
      await expectNoRequirements(clientSecretKey);
      const { breakdown, mandate } = await asCustomer<Quote>(clientSecretKey, "quote", {
        type: "bank",
        locale: "en",
        routingNumber,
      });
      const { paymentId } = await asCustomer<{ paymentId: string }>(clientSecretKey, "payments", {
        type: "bank",
        total: breakdown.total,
        browser,
        mandate: { version: mandate?.version ?? "", locale: "en" },
        bankAccount: {
          routingNumber,
          accountNumber,
          accountType: "checking",
          holderName: "Jane Doe",
        },
      });
      return { paymentIntentId, paymentId };
    },
    async createPayout() {
      return client.createDisbursementIntent(
        {
          externalDisbursementIntentId: newId("payout"),
          externalCustomerId: await actor.createCustomer(),
          amount: 85,
          currency: "USD",
        },
        options,
      );
    },
    async requestPayout({ clientSecretKey }) {
      await expectNoRequirements(clientSecretKey);
      const { amounts } = await asCustomer<{ amounts: { netAmount: number } }>(
        clientSecretKey,
        "session",
      );
      await asCustomer(clientSecretKey, "disbursements", {
        type: "bank",
        bank: { routingNumber, accountNumber, accountType: "checking", holderName: "Jane Doe" },
        netAmount: amounts.netAmount,
      });
    },
    async createPrize() {
      const { w9CaptureUrl } = await client.createPrize(
        {
          externalCustomerId: await actor.createCustomer(),
          externalPrizeId: newId("prize"),
          gameType: "bingo",
          winningsAmount: 2_500,
          wonAt: new Date(Date.now() - 60_000).toISOString(),
        },
        options,
      );
      if (w9CaptureUrl === undefined) throw new CommandProblem("The prize needs no W-9.");
      return w9CaptureUrl;
    },
    async signW9(captureUrl) {
      const secret = captureUrl.split("#")[1] ?? "";
      const { formRevision, w9Id } = await asCustomer<{ formRevision: string; w9Id: string }>(
        secret,
        "w9",
      );
      const { confirmation } = await asCustomer<{ confirmation: string }>(secret, "w9/confirm", {
        dateOfBirth: person.dateOfBirth,
      });
      const { firstName, lastName, address } = person;
      await asCustomer(
        secret,
        "w9/complete",
        {
          formRevision,
          usPerson: true,
          classification: "individual",
          firstName,
          lastName,
          address,
          tinBox: "ssn",
          tin: "536-22-8714",
          backupWithholding: false,
          signature: `${firstName} ${lastName}`,
        },
        { "tessera-w9-confirmation": confirmation },
      );
      return w9Id;
    },
  };
  return actor;
}

interface Quote {
  breakdown: { total: number };
  mandate?: { version: string };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

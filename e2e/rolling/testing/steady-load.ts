import { Agent, request } from "node:http";
import { findCard } from "../../../sandbox/catalogue/cards.ts";
import { submitBody } from "../../stack/client-api.ts";
import { freshId } from "../../stack/operator-api.ts";
import type { StackAddresses } from "../../stack/start-stack.ts";

/** The response to one request. Status 0 means that there was none. */
export interface SteadyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface SeenPayment {
  readonly paymentIntentId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly status: string;
}

export interface SteadyLoad {
  readonly failed: string[];
  readonly payments: SeenPayment[];
  total(): number;
  /**
   * Waits until this many further payments have ended.
   *
   * @throws after five minutes
   */
  more(count: number): Promise<void>;
  /** Starts no further payments. Resolves when the last one has ended. */
  stop(): Promise<void>;
}

interface LoadOptions {
  /** The customers. Each pays repeatedly, and may use a card at most 1,000 times an hour. */
  readonly payers: readonly string[];
  /** Whether requests are repeated until they are settled, as the widget does. Otherwise each is sent once. */
  readonly repeats: boolean;
}

/** How long a customer repeats a request. */
const givesUpAfterMs = 90_000;

/** Starts the load. Connections stay open, as those of servers and proxies do. */
export function startLoad(
  { serviceUrl, operator }: Pick<StackAddresses, "serviceUrl" | "operator">,
  { payers, repeats }: LoadOptions,
): SteadyLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: payers.length });
  const failed: string[] = [];
  const payments: SeenPayment[] = [];
  let isOpen = true;
  let total = 0;

  const send = (
    path: string,
    headers: Record<string, string>,
    body: object,
  ): Promise<SteadyResponse> => {
    total += 1;
    return new Promise((resolve) => {
      const payload = JSON.stringify(body);
      const none = (error: Error) => resolve({ status: 0, headers: {}, text: String(error) });
      const sent = request(
        `${serviceUrl}${path}`,
        {
          agent,
          method: "POST",
          timeout: 60_000,
          headers: {
            ...headers,
            "content-type": "application/json",
            "content-length": Buffer.byteLength(payload),
          },
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (chunk: string) => {
            text += chunk;
          });
          response.on("error", none);
          response.on("end", () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          );
        },
      );
      sent.on("timeout", () => sent.destroy(new Error("no answer in 60 s")));
      sent.on("error", none);
      sent.end(payload);
    });
  };
  /** Repeats a request until its response is final. */
  const sendUntilSettled = async (
    path: string,
    headers: Record<string, string>,
    body: object,
    isSettled: (response: SteadyResponse) => boolean,
  ): Promise<SteadyResponse> => {
    const deadline = Date.now() + givesUpAfterMs;
    for (;;) {
      const response = await send(path, headers, body);
      if (isSettled(response)) return response;
      const isTransient =
        response.status === 0 || response.status === 503 || response.status === 409;
      const isPending = response.status === 201;
      if (!repeats || Date.now() > deadline || !(isTransient || isPending)) {
        failed.push(`${path} ${response.status} ${response.text.slice(0, 300)}`);
        return response;
      }
      if (response.status === 503 && response.headers["retry-after"] === undefined) {
        failed.push(`${path} 503 without Retry-After`);
      }
      await pause(isPending ? 500 : 250);
    }
  };

  const payOnce = async (payer: string): Promise<void> => {
    const startedAtMs = Date.now();
    const asOperator = { authorization: `Bearer ${operator.secretKey}` };
    const externalPaymentIntentId = freshId("load");
    const response = await sendUntilSettled(
      "/v1/payment-intents",
      { ...asOperator, "idempotency-key": freshId("key") },
      { externalPaymentIntentId, externalCustomerId: payer, amount: 49.99, currency: "USD" },
      ({ status }) => status === 201,
    );
    if (response.status !== 201) return;
    const intent = JSON.parse(response.text) as {
      paymentIntentId: string;
      clientSecretKey: string;
    };
    const paid = await sendUntilSettled(
      "/v1/client/payments",
      {
        authorization: `Bearer ${intent.clientSecretKey}`,
        "tessera-publishable-key": operator.publishableKey,
        "idempotency-key": freshId("key"),
      },
      submitBody(findCard("visa").number),
      ({ status, text }) => status === 201 && JSON.parse(text).status !== "pending",
    );
    if (paid.status !== 201) return;
    const { status } = JSON.parse(paid.text) as { status: string };
    const { paymentIntentId } = intent;
    payments.push({ paymentIntentId, startedAtMs, endedAtMs: Date.now(), status });
  };
  const customers = payers.map(async (payer) => {
    while (isOpen) {
      await payOnce(payer);
      await pause(20);
    }
  });
  return {
    failed,
    payments,
    total: () => total,
    async more(count) {
      const [enough, deadline] = [payments.length + count, Date.now() + 300_000];
      while (payments.length < enough) {
        if (Date.now() > deadline) {
          throw new Error(`${payments.length} of ${enough} payments; failed: ${failed.join("\n")}`);
        }
        await pause(50);
      }
    },
    async stop() {
      isOpen = false;
      await Promise.all(customers);
      agent.destroy();
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

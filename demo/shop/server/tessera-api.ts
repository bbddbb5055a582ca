/** Calls of an operator's server, with the secret key. */
export interface TesseraApi {
  /** Creates the customer unless they already exist. */
  ensureCustomer(externalCustomerId: string, email: string): Promise<void>;
  /** Returns the verification's status, and the secret for the identity widget. */
  kycInfo(externalCustomerId: string): Promise<{ status: string; clientSecret: string }>;
  createPaymentIntent(intent: NewIntent): Promise<CreatedIntent>;
  createDisbursementIntent(intent: NewDisbursementIntent): Promise<CreatedDisbursementIntent>;
  /** Approves or rejects a payout that needs approval. */
  decideDisbursement(disbursementIntentId: string, allow: boolean): Promise<void>;
  listWebhooks(): Promise<{ webhookId: string; url: string; status: string }[]>;
  /** Registers an endpoint and returns its secret, which no later call returns. */
  registerWebhook(url: string): Promise<{ webhookId: string; secretKey: string }>;
}

export interface NewIntent {
  externalPaymentIntentId: string;
  externalCustomerId: string;
  /** Major units. */
  amount: number;
  currency: string;
  description: string;
}

export interface CreatedIntent {
  paymentIntentId: string;
  clientSecretKey: string;
}

export interface NewDisbursementIntent {
  externalDisbursementIntentId: string;
  externalCustomerId: string;
  /** Major units. */
  amount: number;
  currency: string;
  description: string;
}

export interface CreatedDisbursementIntent {
  disbursementIntentId: string;
  clientSecretKey: string;
}

/** A refusal of the service: its status, code and message. */
export class TesseraApiError extends Error {
  override readonly name = "TesseraApiError";
  readonly status: number;
  readonly errorCode: string;

  constructor(status: number, errorCode: string, message: string) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
  }
}

const deadlineMs = 15_000;

/**
 * Creates a client for one operator. Every write has an idempotency key, so repeats are harmless.
 */
export function createTesseraApi(serviceUrl: string, secretKey: string): TesseraApi {
  async function call<T>(
    method: "GET" | "POST",
    path: string,
    body?: unknown,
    idempotencyKey?: string,
  ): Promise<T> {
    const response = await fetch(serviceUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(deadlineMs),
    });
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    if (response.ok) return answer as T;
    throw new TesseraApiError(
      response.status,
      String(answer["errorCode"] ?? "unknown"),
      String(answer["message"] ?? `The service answered ${response.status}.`),
    );
  }

  return {
    async ensureCustomer(externalCustomerId, email) {
      try {
        await call("POST", "/v1/customers", { externalCustomerId, data: { email } });
      } catch (error) {
        const isThere =
          error instanceof TesseraApiError && error.errorCode === "duplicate_external_customer_id";
        if (!isThere) throw error;
      }
    },
    kycInfo: (externalCustomerId) =>
      call("GET", `/v1/customers/${encodeURIComponent(externalCustomerId)}/kyc-info`),
    createPaymentIntent: (intent) =>
      call("POST", "/v1/payment-intents", intent, intent.externalPaymentIntentId),
    createDisbursementIntent: (intent) =>
      call("POST", "/v1/disbursement-intents", intent, intent.externalDisbursementIntentId),
    async decideDisbursement(disbursementIntentId, allow) {
      await call("POST", `/v1/disbursements/${disbursementIntentId}/proceed/${allow}`);
    },
    async listWebhooks() {
      const { data } = await call<{ data: { webhookId: string; url: string; status: string }[] }>(
        "GET",
        "/v1/operators/webhooks",
      );
      return data;
    },
    registerWebhook: (url) =>
      call("POST", "/v1/operators/webhooks", { url, description: "Demo shop", events: ["*"] }),
  };
}

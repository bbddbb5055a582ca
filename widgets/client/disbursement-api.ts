import type { ChooseDisbursementMethod } from "#contract/client/disbursements";
import { clientHeaders } from "./client-headers.ts";
import {
  type ReadDisbursement,
  type ReadDisbursementSession,
  type ReadDisbursementStatus,
  readDisbursement,
  readDisbursementSession,
  readDisbursementStatus,
} from "./disbursement-responses.ts";
import { type ApiResult, readResult } from "./read-result.ts";

/** The calls of the payout widget with one client secret at a time. No call throws. */
export interface DisbursementApi {
  useSecret(clientSecretKey: string): void;
  /** `begun`: the session request, if it is already under way. */
  session(begun?: Promise<Response>): Promise<ApiResult<ReadDisbursementSession>>;
  choose(
    body: ChooseDisbursementMethod,
    idempotencyKey: string,
  ): Promise<ApiResult<ReadDisbursement>>;
  status(): Promise<ApiResult<ReadDisbursementStatus>>;
  /** Resolves with true if the method is gone: deleted now, or earlier. */
  removeSaved(savedPayoutMethodId: string): Promise<boolean>;
}

const writeDeadlineMs = 30_000;
const readDeadlineMs = 15_000;

export function createDisbursementApi(options: {
  readonly publishableKey: string;
  readonly clientSecretKey: string;
  readonly send?: (path: string, init: RequestInit) => Promise<Response>;
}): DisbursementApi {
  const { publishableKey, send = (path, init) => fetch(path, init) } = options;
  let { clientSecretKey } = options;

  const request = (
    method: "GET" | "POST" | "DELETE",
    path: string,
    deadlineMs: number,
    write?: { body: object; idempotencyKey: string },
  ) =>
    send(`/v1/client/${path}`, {
      method,
      headers: {
        ...clientHeaders(clientSecretKey, publishableKey),
        ...(write && {
          "Content-Type": "application/json",
          "Idempotency-Key": write.idempotencyKey,
        }),
      },
      ...(write && { body: JSON.stringify(write.body) }),
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(deadlineMs),
    });

  return {
    useSecret(secret) {
      clientSecretKey = secret;
    },
    session: (begun) =>
      readResult(begun ?? request("GET", "session", readDeadlineMs), readDisbursementSession),
    choose: (body, idempotencyKey) =>
      readResult(
        request("POST", "disbursements", writeDeadlineMs, { body, idempotencyKey }),
        readDisbursement,
      ),
    status: () => readResult(request("GET", "status", readDeadlineMs), readDisbursementStatus),
    async removeSaved(savedPayoutMethodId) {
      const path = `payment-methods/${encodeURIComponent(savedPayoutMethodId)}`;
      try {
        const { ok, status } = await request("DELETE", path, writeDeadlineMs);
        return ok || status === 404;
      } catch {
        return false;
      }
    },
  };
}

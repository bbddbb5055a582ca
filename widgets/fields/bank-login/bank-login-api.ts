import { flag, nullable, object, optional, type Read, text } from "#contract/channel/readers";
import type { BankLogin, StartedBankLogin } from "#contract/client/bank-logins";
import type { Language } from "#contract/languages";
import { clientHeaders } from "../../client/client-headers.ts";
import { type ApiResult, readResult } from "../../client/read-result.ts";

/** The calls of a bank login. No call throws. */
export interface BankLoginApi {
  /** Milliseconds between two reads; default 1,500. */
  readonly pauseMs?: number;
  begin(idempotencyKey: string): Promise<ApiResult<StartedBankLogin>>;
  read(bankLoginId: string): Promise<ApiResult<BankLogin>>;
}

const login = {
  bankLoginId: text,
  status: text,
  account: nullable(
    object({
      bankName: nullable(text),
      accountType: text,
      last4: text,
      canSave: optional(flag),
    }),
  ),
  expiresAt: text,
};
const readBankLogin: Read<BankLogin> = object(login);
const readStarted: Read<StartedBankLogin> = object({ ...login, authorizationUrl: text });

const writeDeadlineMs = 30_000;
const readDeadlineMs = 15_000;

/** Each call uses the secret that `credentials` has by then: the page may have renewed it. */
export function createBankLoginApi(options: {
  readonly credentials: { readonly publishableKey: string; readonly clientSecretKey: string };
  /** The language of the bank's pages. */
  readonly language: Language;
  readonly send?: (path: string, init: RequestInit) => Promise<Response>;
}): BankLoginApi {
  const { credentials, language, send = (path, init) => fetch(path, init) } = options;
  const shared = { cache: "no-store", credentials: "omit" } as const;
  const headers = () => clientHeaders(credentials.clientSecretKey, credentials.publishableKey);
  return {
    begin: (idempotencyKey) =>
      readResult(
        send("/v1/client/bank-logins", {
          ...shared,
          method: "POST",
          headers: {
            ...headers(),
            "Content-Type": "application/json",
            "Idempotency-Key": idempotencyKey,
          },
          body: JSON.stringify({ locale: language }),
          signal: AbortSignal.timeout(writeDeadlineMs),
        }),
        readStarted,
      ),
    read: (bankLoginId) =>
      readResult(
        send(`/v1/client/bank-logins/${bankLoginId}`, {
          ...shared,
          method: "GET",
          headers: headers(),
          signal: AbortSignal.timeout(readDeadlineMs),
        }),
        readBankLogin,
      ),
  };
}

import {
  flag,
  list,
  nullable,
  type ObjectOf,
  object,
  oneOf,
  optional,
  type Read,
  readOrNull,
  size,
  text,
} from "#contract/channel/readers";
import type { CompleteW9, W9Draft } from "#contract/client/w9";
import { tinBoxes } from "#contract/tin";
import { exemptPayeeCodeList, llcClassifications, w9Classifications } from "#contract/w9-form";
import { createCallKeys } from "../client/call-keys.ts";

/** Why a call failed. `lost`: its outcome is unknown. `paths`: refused fields. */
export interface W9Failure {
  readonly code: string;
  readonly attemptsLeft?: number | undefined;
  readonly paths?: readonly string[] | undefined;
}

export type W9Result<T> = { ok: true; value: T } | { ok: false; failure: W9Failure };

const part = optional(nullable(text));
const readDraft = object({
  classification: optional(oneOf(...w9Classifications)),
  firstName: optional(text),
  middleName: optional(text),
  lastName: optional(text),
  suffix: optional(text),
  entityName: optional(text),
  businessName: optional(text),
  llcClassification: optional(oneOf(...llcClassifications)),
  otherClassification: optional(text),
  exemptPayeeCode: optional(oneOf(...exemptPayeeCodeList)),
  tinBox: optional(oneOf(...tinBoxes)),
  backupWithholding: optional(flag),
  address: optional(
    object({ line1: part, line2: part, city: part, state: part, postalCode: part, country: part }),
  ),
});

const progress = { w9Id: text, status: text, notUsPerson: flag };
const session = {
  ...progress,
  operator: object({ name: text }),
  formRevision: text,
  isConfirmed: flag,
  confirmBy: list(text),
  phoneNumber: nullable(text),
  prefill: nullable(readDraft),
  knownName: nullable(text),
  serverTime: text,
};
const status = { ...progress, window: text, idleSeconds: size };
const completed = {
  ...progress,
  completedAt: text,
  formRevision: text,
  name: text,
  tin: text,
  backupWithholding: flag,
  receipt: text,
};

const sentCode = { phoneNumber: text, resendAt: text };

/** Reads a draft that was stored in this window. */
export const readStoredDraft: Read<ReadDraft> = readDraft;
export type ReadDraft = ReturnType<typeof readDraft>;
export type ReadSession = ObjectOf<typeof session>;
/** `resendAt`: when another code can be requested. */
export type ReadSentCode = ObjectOf<typeof sentCode>;
/** The progress, and whether the window is open. */
export type ReadStatus = ObjectOf<typeof status>;
export type ReadCompleted = ObjectOf<typeof completed>;

/**
 * The calls of the W-9 page with one link's secret. No call throws. A confirmation, code or signature whose outcome is
 * unknown keeps its idempotency key, so that nothing counts twice.
 */
export interface W9Api {
  session(): Promise<W9Result<ReadSession>>;
  status(): Promise<W9Result<ReadStatus>>;
  confirm(dateOfBirth: string): Promise<W9Result<{ confirmation: string }>>;
  sendCode(language: string): Promise<W9Result<ReadSentCode>>;
  checkCode(code: string): Promise<W9Result<{ confirmation: string }>>;
  saveDraft(draft: W9Draft): Promise<W9Result<object>>;
  declareNotUsPerson(notUsPerson: boolean): Promise<W9Result<object>>;
  complete(body: CompleteW9): Promise<W9Result<ReadCompleted>>;
  copy(receipt: string): Promise<W9Result<Blob>>;
  /** Reports that the customer leaves; the request survives the page. */
  leave(): void;
  /** Sends the confirmation with all later calls. */
  useConfirmation(token: string): void;
}

const readError = object({
  errorCode: optional(text),
  attemptsLeft: optional(size),
  errors: optional(list(object({ path: text }))),
});
const deadlineMs = 20_000;

export function createW9Api(options: {
  readonly clientSecret: string;
  readonly send?: (path: string, init: RequestInit) => Promise<Response>;
  readonly newKey?: () => string;
}): W9Api {
  const {
    clientSecret,
    send = (path, init) => fetch(path, init),
    newKey = () => crypto.randomUUID(),
  } = options;
  const keys = createCallKeys(newKey);
  let confirmation: string | null = null;

  const request = (
    method: "GET" | "POST" | "PUT",
    path: string,
    body?: object,
    more: { headers?: Record<string, string>; keepalive?: boolean } = {},
  ) =>
    send(`/v1/client/w9${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${clientSecret}`,
        ...(confirmation !== null && { "Tessera-W9-Confirmation": confirmation }),
        ...(body && { "Content-Type": "application/json" }),
        ...more.headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(more.keepalive ? { keepalive: true } : { signal: AbortSignal.timeout(deadlineMs) }),
      cache: "no-store",
      credentials: "omit",
    });

  const refusalOf = async (response: Response): Promise<W9Failure> => {
    const { errorCode, attemptsLeft, errors } = readOrNull(readError, await response.json()) ?? {};
    // A 5xx says nothing about the outcome.
    const isLost = errorCode === undefined || response.status >= 500;
    return {
      code: isLost ? "lost" : errorCode,
      attemptsLeft,
      paths: errors?.map(({ path }) => path),
    };
  };

  async function read<T>(
    pending: Promise<Response>,
    shape: Read<T>,
    responded?: (status: number, code: string | null) => void,
  ): Promise<W9Result<T>> {
    try {
      const response = await pending;
      if (!response.ok) {
        const failure = await refusalOf(response);
        responded?.(response.status, failure.code);
        return { ok: false, failure };
      }
      const value = readOrNull(shape, await response.json());
      if (value === null) return { ok: false, failure: { code: "lost" } };
      responded?.(response.status, null);
      return { ok: true, value };
    } catch {
      return { ok: false, failure: { code: "lost" } };
    }
  }

  const readOnce = <T>(path: string, body: object, shape: Read<T>): Promise<W9Result<T>> => {
    const headers = { "Idempotency-Key": keys.keyOf(`${path} ${JSON.stringify(body)}`) };
    return read(request("POST", path, body, { headers }), shape, keys.responded);
  };

  const readConfirmation = object({ confirmation: text });
  return {
    session: () => read(request("GET", ""), object(session)),
    status: () => read(request("GET", "/status"), object(status)),
    confirm: (dateOfBirth) => readOnce("/confirm", { dateOfBirth }, readConfirmation),
    sendCode: (language) => readOnce("/phone-code", { language }, object(sentCode)),
    checkCode: (code) => readOnce("/phone-code/check", { code }, readConfirmation),
    saveDraft: (draft) => read(request("PUT", "/draft", draft), object({})),
    declareNotUsPerson: (notUsPerson) =>
      read(request("POST", "/not-us-person", { notUsPerson }), object({})),
    complete: (body) => readOnce("/complete", body, object(completed)),
    async copy(receipt) {
      try {
        const headers = { "Tessera-W9-Receipt": receipt };
        const response = await request("GET", "/copy", undefined, { headers });
        if (response.ok) return { ok: true, value: await response.blob() };
        return { ok: false, failure: await refusalOf(response) };
      } catch {
        return { ok: false, failure: { code: "lost" } };
      }
    },
    leave() {
      void request("POST", "/left", {}, { keepalive: true }).catch(() => {});
    },
    useConfirmation(token) {
      confirmation = token;
    },
  };
}

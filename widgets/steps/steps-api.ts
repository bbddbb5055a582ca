import {
  list,
  object,
  optional,
  type Read,
  readOrNull,
  size,
  text,
} from "#contract/channel/readers";
import type { FillInCustomerData } from "#contract/client/customer-data";
import { createCallKeys } from "../client/call-keys.ts";
import { clientHeaders } from "../client/client-headers.ts";
import { readRequirement, smsProgress } from "./read-requirement.ts";

/** The members of a requirement that the steps read. */
export interface ReadRequirement {
  readonly type: string;
  readonly blocks: "submission" | "approval";
  /** `customer_data`: missing fields by path. */
  readonly fields?: readonly string[];
  /** `customer_data`: the known parts of the address. */
  readonly address?: Readonly<Partial<Record<string, string | null>>> | null;
  /** `sms_verification`: masked, null if there is none. */
  readonly phoneNumber?: string | null;
  /** `sms_verification`: false once the number is verified; then only the operator changes it. */
  readonly canChangeNumber?: boolean;
  /** `sms_verification`: a code that was sent before this page loaded and can still be entered. */
  readonly code?: SentCode | null;
  /** `w9`: the link to the form. */
  readonly w9CaptureUrl?: string | null;
}

export interface SmsProgress {
  readonly status: string;
  readonly phoneNumber: string;
  readonly resendAt: string;
  readonly attemptsLeft: number;
}

export interface SentCode extends SmsProgress {
  /** Otherwise the customer named another number, which only the service knows. */
  readonly isNumberOnFile: boolean;
}

/** Why a call failed. `lost`: its outcome is unknown. */
export interface StepFailure {
  readonly code: string;
  readonly attemptsLeft?: number;
}

export type StepResult<T> = { ok: true; value: T } | { ok: false; failure: StepFailure };

/**
 * The calls that the steps share, with the current client secret. No call throws. A call whose outcome is unknown keeps its
 * idempotency key: the same call again gets the first one's response, so no code is sent or counted twice.
 */
export interface StepsApi {
  /** The current credentials, for steps that make other calls. */
  readonly credentials: {
    readonly clientSecretKey: string;
    /** Null on our own pages. */
    readonly publishableKey: string | null;
  };
  /** Lists the open requirements in the service's order. */
  requirements(): Promise<StepResult<{ requirements: ReadRequirement[] }>>;
  fillIn(data: FillInCustomerData): Promise<StepResult<{ requirements: ReadRequirement[] }>>;
  startSms(options: { phoneNumber?: string; language: string }): Promise<StepResult<SmsProgress>>;
  checkSms(code: string): Promise<StepResult<SmsProgress>>;
}

const readSms: Read<SmsProgress> = object(smsProgress);
const readRefusal = object({ errorCode: text, attemptsLeft: optional(size) });

const deadlineMs = 20_000;

export function createStepsApi(options: {
  /** Read for each call: the page may renew it while a step is shown. */
  readonly clientSecretKey: string;
  /** Null on our own pages. */
  readonly publishableKey: string | null;
  readonly send?: (path: string, init: RequestInit) => Promise<Response>;
  readonly newKey?: () => string;
}): StepsApi {
  const {
    publishableKey,
    send = (path, init) => fetch(path, init),
    newKey = () => crypto.randomUUID(),
  } = options;
  const keys = createCallKeys(newKey);
  const callOnce = <T>(
    method: "POST" | "PUT",
    path: string,
    body: object,
    shape: Read<T>,
  ): Promise<StepResult<T>> =>
    call(method, path, body, shape, keys.keyOf(`${path} ${JSON.stringify(body)}`));

  async function call<T>(
    method: "GET" | "POST" | "PUT",
    path: string,
    body: object | null,
    shape: Read<T>,
    key?: string,
  ): Promise<StepResult<T>> {
    try {
      const response = await send(`/v1/client/${path}`, {
        method,
        headers: {
          ...clientHeaders(options.clientSecretKey, publishableKey),
          ...(body && { "Content-Type": "application/json" }),
          ...(key !== undefined && { "Idempotency-Key": key }),
        },
        body: body && JSON.stringify(body),
        cache: "no-store",
        credentials: "omit",
        signal: AbortSignal.timeout(deadlineMs),
      });
      const json: unknown = await response.json();
      const value = response.ok ? readOrNull(shape, json) : null;
      const refusal = value === null ? readOrNull(readRefusal, json) : null;
      if (key !== undefined && (value !== null || refusal !== null)) {
        keys.responded(response.status, refusal?.errorCode ?? null);
      }
      if (value !== null) return { ok: true, value };
      const { errorCode: code = "lost", attemptsLeft } = refusal ?? {};
      return { ok: false, failure: attemptsLeft === undefined ? { code } : { code, attemptsLeft } };
    } catch {
      return { ok: false, failure: { code: "lost" } };
    }
  }

  const readRequirements = object({ requirements: list(readRequirement) });
  return {
    credentials: options,
    requirements: () => call("GET", "session", null, readRequirements),
    fillIn: (data) => callOnce("PUT", "customer-data", data, readRequirements),
    startSms: (body) => callOnce("POST", "sms-verification", body, readSms),
    checkSms: (code) => callOnce("POST", "sms-verification/check", { code }, readSms),
  };
}

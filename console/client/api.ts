import * as z from "zod/mini";
import { activityHeader, csrfHeader, idleSecondsHeader } from "#contract/console/session";
import { errorResponse, type FieldError } from "#contract/error-response";

/**
 * Why a call has no result. `lost`: nobody knows whether the service did it (no response in time, no connection, 5xx,
 * or a response that breaks the contract). `refused`: the service refused, and `code` says why.
 */
export interface ApiFailure {
  readonly kind: "lost" | "refused";
  /** The service's errorCode, or one of the page's: `network`, `timeout`, `bad_answer`. The list is open. */
  readonly code: string;
  readonly message: string;
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly requestId: string | null;
  /** Seconds from `Retry-After`; null without the header. */
  readonly retryAfterS: number | null;
  readonly fields: readonly FieldError[];
  /** Why a settlement file was refused. */
  readonly refusal?: { readonly code: string; readonly line: number } | undefined;
}

export type ApiResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: ApiFailure };

/** Calls the console API within the browser's session. Methods never throw or reject. */
export interface Api {
  get<S extends z.ZodMiniType>(
    path: string,
    shape: S,
    signal?: AbortSignal,
  ): Promise<ApiResult<z.infer<S>>>;
  send<S extends z.ZodMiniType>(
    method: "POST" | "PUT" | "DELETE",
    path: string,
    shape: S,
    body?: object,
  ): Promise<ApiResult<z.infer<S>>>;
  /** Sends a file unchanged. The deadline allows for slow connections, so pass a signal that the person can abort. */
  upload<S extends z.ZodMiniType>(
    path: string,
    shape: S,
    content: Blob,
    signal: AbortSignal,
  ): Promise<ApiResult<z.infer<S>>>;
  getBlob(path: string, signal?: AbortSignal): Promise<ApiResult<Blob>>;
}

export interface ApiOptions {
  readonly fetch?: typeof fetch;
  /** Whether the person has been active since the last call; see session/activity.ts. */
  readonly takeActivity?: () => boolean;
  /** Receives the number of seconds until the session ends if there is no activity. */
  readonly onIdleSeconds?: (seconds: number) => void;
  /** The session's token, sent with every change. */
  readonly csrfToken: () => string | null;
  /** Called when the service no longer knows the session, or another one replaced it in this browser. */
  readonly onSessionChanged: () => void;
}

/**
 * Longer than any healthy call takes: the service responds to a move of the sandbox's clock after at most 30 s plus the
 * last job.
 */
const deadlineMs = 60_000;
/** The service checks an upload while it arrives, and ends one that makes no progress for 30 s. */
const uploadDeadlineMs = 3 * 60 * 60_000;

/** The session has ended, or it is not the one whose token the page sent. */
const sessionCodes: readonly string[] = ["session_required", "csrf_token_wrong"];

/** Creates the API client, which uses the browser's cookie. */
export function createApi(options: ApiOptions): Api {
  const { fetch: send = (...args: Parameters<typeof fetch>) => fetch(...args) } = options;

  async function request<T>(
    method: string,
    path: string,
    read: (response: Response) => Promise<T>,
    {
      body,
      content,
      signal,
    }: { body?: object | undefined; content?: Blob; signal?: AbortSignal | undefined },
  ): Promise<ApiResult<T>> {
    const csrf = method === "GET" ? null : options.csrfToken();
    const deadline = AbortSignal.timeout(content ? uploadDeadlineMs : deadlineMs);
    try {
      const response = await send(`/console/api${path}`, {
        method,
        headers: {
          accept: "application/json",
          ...(body && { "content-type": "application/json" }),
          ...(content && { "content-type": "application/octet-stream" }),
          ...(csrf && { [csrfHeader]: csrf }),
          ...(options.takeActivity?.() === false && { [activityHeader]: "none" }),
        },
        ...(body && { body: JSON.stringify(body) }),
        ...(content && { body: content }),
        cache: "no-store",
        credentials: "same-origin",
        // The release of a claim must be sent even while the page closes.
        keepalive: method === "DELETE",
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      const idleSeconds = response.headers.get(idleSecondsHeader);
      if (idleSeconds !== null) options.onIdleSeconds?.(Number(idleSeconds));
      if (response.ok) return { ok: true, value: await read(response) };
      const failure = await readFailure(response);
      if (sessionCodes.includes(failure.code)) options.onSessionChanged();
      return { ok: false, failure };
    } catch (thrown) {
      return { ok: false, failure: lost(codeOf(thrown)) };
    }
  }

  const readJson =
    <S extends z.ZodMiniType>(shape: S) =>
    async (response: Response): Promise<z.infer<S>> =>
      shape.parse(await response.json());

  return {
    get: (path, shape, signal) => request("GET", path, readJson(shape), { signal }),
    send: (method, path, shape, body) =>
      request(method, path, readJson(shape), { body: method === "DELETE" ? body : (body ?? {}) }),
    upload: (path, shape, content, signal) =>
      request("POST", path, readJson(shape), { content, signal }),
    getBlob: (path, signal) => request("GET", path, (response) => response.blob(), { signal }),
  };
}

const refusalResponse = z.extend(errorResponse, {
  refusal: z.optional(z.object({ code: z.string(), line: z.number() })),
});

async function readFailure(response: Response): Promise<ApiFailure> {
  const body = refusalResponse.safeParse(await response.json().catch(() => undefined)).data;
  const retryAfterS = Number(response.headers.get("retry-after"));
  return {
    kind: response.status >= 500 ? "lost" : "refused",
    code: body?.errorCode ?? "bad_answer",
    message: body?.message ?? "",
    status: response.status,
    requestId: body?.requestId ?? response.headers.get("x-request-id"),
    retryAfterS: retryAfterS > 0 ? retryAfterS : null,
    fields: body?.errors ?? [],
    refusal: body?.refusal,
  };
}

/** A failure that the page or the person causes, in the form of a refusal. */
export function refusedHere(code: string): { ok: false; failure: ApiFailure } {
  return { ok: false, failure: { ...lost(code), kind: "refused" } };
}

function lost(code: string): ApiFailure {
  return {
    kind: "lost",
    code,
    message: "",
    status: 0,
    requestId: null,
    retryAfterS: null,
    fields: [],
  };
}

function codeOf(thrown: unknown): string {
  const name = thrown instanceof Error ? thrown.name : "";
  if (name === "TimeoutError" || name === "AbortError") return "timeout";
  return thrown instanceof TypeError ? "network" : "bad_answer";
}

import type { z } from "zod/mini";
import {
  type AReq,
  type ARes,
  aRes,
  erro,
  type VersioningRequest,
  versioningResponse,
} from "../../../contract/connectors/three-ds.ts";
import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import { isUnproven } from "./believable-outcome.ts";
import { chooseMessageVersion } from "./message-version.ts";

/** What a card's range says about 3-D Secure. */
export type Enrolment =
  | { readonly type: "enrolled"; readonly version: string; readonly methodUrl: string | null }
  | { readonly type: "not_enrolled" }
  /** The directory server did not answer, or not sensibly. */
  | { readonly type: "unavailable"; readonly reason: string };

/** What became of an authentication request. */
export type Authentication =
  | { readonly type: "answered"; readonly response: ARes }
  /** An `Erro`, no answer in time, or an answer that can't be true. */
  | { readonly type: "unavailable"; readonly reason: string };

/** The directory server, seen from the 3DS server. Neither call moves money; both may be repeated. */
export interface DirectoryServer {
  lookUpCard(cardNumber: string): Promise<Enrolment>;
  authenticate(request: AReq): Promise<Authentication>;
}

/** Where the directory server is and how long it may take. */
export interface DirectoryServerOptions {
  /** No trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly versioningDeadlineMs: number;
  readonly authenticationDeadlineMs: number;
}

/** Creates the HTTP client. Nothing of the card gets into a reason or a log. */
export function createDirectoryServer(
  options: DirectoryServerOptions,
  http: OutgoingHttp,
): DirectoryServer {
  const post = async (path: string, body: object, deadlineMs: number): Promise<unknown> => {
    const answer = await http.call({
      method: "POST",
      url: `${options.url}${path}`,
      headers: {
        authorization: `Bearer ${options.key}`,
        "content-type": "application/json",
        accept: "application/json",
      },
      body: JSON.stringify(body),
      deadlineMs,
    });
    if (answer.statusCode !== 200) throw new DirectoryFailure(`status_${answer.statusCode}`);
    return parseJson(answer.text);
  };

  return {
    async lookUpCard(cardNumber) {
      const request: VersioningRequest = { cardNumber };
      try {
        const answer = read(
          versioningResponse,
          await post("/versioning", request, options.versioningDeadlineMs),
        );
        if (!answer.enrolled) return { type: "not_enrolled" };
        const version = chooseMessageVersion(answer);
        if (!version) return { type: "not_enrolled" };
        return { type: "enrolled", version, methodUrl: httpUrl(answer.threeDSMethodURL) };
      } catch (error) {
        return { type: "unavailable", reason: reasonOf(error) };
      }
    },

    async authenticate(request) {
      try {
        const answer = await post("/areq", request, options.authenticationDeadlineMs);
        const error = erro.safeParse(answer);
        if (error.success) return { type: "unavailable", reason: `erro_${error.data.errorCode}` };
        const response = read(aRes, answer);
        const lie = contradiction(request, response);
        return lie ? { type: "unavailable", reason: lie } : { type: "answered", response };
      } catch (error) {
        return { type: "unavailable", reason: reasonOf(error) };
      }
    },
  };
}

class DirectoryFailure extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DirectoryFailure("malformed");
  }
}

function read<Value>(schema: z.ZodMiniType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new DirectoryFailure("malformed");
  return parsed.data;
}

function reasonOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== "string") throw error;
  return code;
}

/** EMV: an ARes belongs to its AReq; Y and A carry a value; C carries where to. */
function contradiction(request: AReq, response: ARes): string | null {
  if (response.threeDSServerTransID !== request.threeDSServerTransID) return "other_transaction";
  if (response.messageVersion !== request.messageVersion) return "other_version";
  if (isUnproven(response)) return "no_authentication_value";
  if (response.transStatus === "C" && !httpUrl(response.acsURL)) return "no_acs_url";
  return null;
}

function httpUrl(text: string | undefined): string | null {
  return text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null;
}

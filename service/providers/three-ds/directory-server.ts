import type { z } from "zod/mini";
import {
  type AReq,
  type ARes,
  aRes,
  type CardRange,
  cardRange,
  erro,
  type PReq,
  pRes,
} from "#contract/connectors/three-ds";
import type { OutgoingHttp, OutgoingRequest } from "../../platform/outgoing-http.ts";
import { parseJson } from "../connector-answers.ts";
import { threeDSServer } from "./authentication-request.ts";
import { isUnproven } from "./believable-outcome.ts";
import { type EnrolledRanges, enrolledRanges } from "./enrolled-ranges.ts";
import { chooseMessageVersion, newestVersion } from "./message-version.ts";
import { type CacheTimes, createRefreshingCache } from "./refreshing-cache.ts";

/** Whether a card takes part in 3-D Secure, by its range. */
export type Enrolment =
  | { readonly type: "enrolled"; readonly version: string; readonly methodUrl: string | null }
  | { readonly type: "not_enrolled" }
  /** The directory server's card ranges could not be loaded. */
  | { readonly type: "unavailable"; readonly reason: string };

/** Outcome of an authentication request. */
export type Authentication =
  | { readonly type: "answered"; readonly response: ARes }
  /** An `Erro`, no response in time, or a contradictory response. */
  | { readonly type: "unavailable"; readonly reason: string };

/** The directory server for a 3DS server. Nothing here moves money, and every call can be repeated. */
export interface DirectoryServer {
  /** Loads the card ranges, so that the first payment does not wait for them. Never throws. */
  prepare(): Promise<void>;
  /** Looks the card up in the cached ranges. The number is not sent anywhere. */
  lookUpCard(cardNumber: string): Promise<Enrolment>;
  authenticate(request: AReq): Promise<Authentication>;
}

/** Address, credentials and time limits of the directory server. */
export interface DirectoryServerOptions extends CacheTimes {
  /** Without trailing slash. */
  readonly url: string;
  /** Read for each call: it changes when its file does. */
  readonly key: string;
  readonly authenticationDeadlineMs: number;
  /** Creates ids for the preparation requests. */
  newTransID(): string;
  nowMs(): number;
  /** Called when card ranges could not be loaded. */
  onTrouble(reason: string): void;
}

/** Data of a PRes. */
interface KnownRanges {
  readonly ranges: EnrolledRanges;
  readonly serialNum: string | undefined;
  readonly dsStartProtocolVersion: string;
  readonly dsEndProtocolVersion: string;
}

/** Enough for all ranges of a large scheme (some hundred thousand) and the time to send them. */
const maxBytes = 64 * 1024 * 1024;
const preparationDeadlineMs = 60_000;
/** Ranges to read before other work can run. */
const rangesAtOnce = 1_000;
const unknownSerialNum = "erro_307";

/** Creates a client over HTTP. No reason and no log contains card data. */
export function createDirectoryServer(
  options: DirectoryServerOptions,
  http: OutgoingHttp,
): DirectoryServer {
  const post = async (
    path: string,
    body: object,
    limits: Pick<OutgoingRequest, "deadlineMs" | "maxBytes">,
  ): Promise<unknown> => {
    const answer = await http.call({
      method: "POST",
      url: `${options.url}${path}`,
      headers: {
        authorization: `Bearer ${options.key}`,
        "content-type": "application/json",
        accept: "application/json",
      },
      body: JSON.stringify(body),
      ...limits,
    });
    if (answer.statusCode !== 200) throw new DirectoryFailure(`status_${answer.statusCode}`);
    const message = parseJson(answer.text);
    if (message === undefined) throw new DirectoryFailure("malformed");
    const error = erro.safeParse(message);
    if (error.success) throw new DirectoryFailure(`erro_${error.data.errorCode}`);
    return message;
  };

  const ask = async (held: KnownRanges | undefined): Promise<KnownRanges> => {
    const { serialNum } = held ?? {};
    const request: PReq = {
      messageType: "PReq",
      messageVersion: newestVersion,
      ...threeDSServer,
      threeDSServerTransID: options.newTransID(),
      ...(serialNum !== undefined && { serialNum }),
    };
    const limits = { deadlineMs: preparationDeadlineMs, maxBytes };
    const answer = read(pRes, await post("/preq", request, limits));
    if (answer.threeDSServerTransID !== request.threeDSServerTransID) {
      throw new DirectoryFailure("other_transaction");
    }
    const changes = await readRanges(answer.cardRangeData ?? []);
    return {
      ranges: held && serialNum !== undefined ? held.ranges.with(changes) : enrolledRanges(changes),
      serialNum: answer.serialNum,
      dsStartProtocolVersion: answer.dsStartProtocolVersion,
      dsEndProtocolVersion: answer.dsEndProtocolVersion,
    };
  };

  const cache = createRefreshingCache<KnownRanges>(
    (held) =>
      ask(held).catch((error) => {
        if (held && codeOf(error) === unknownSerialNum) return ask(undefined);
        throw error;
      }),
    { ...options, onTrouble: (error) => options.onTrouble(codeOf(error)) },
  );

  return {
    prepare: () =>
      cache.get().then(
        () => {},
        () => {},
      ),

    async lookUpCard(cardNumber) {
      let known: KnownRanges;
      try {
        known = await cache.get();
      } catch (error) {
        return { type: "unavailable", reason: codeOf(error) };
      }
      const range = known.ranges.find(cardNumber);
      const version = range && chooseMessageVersion({ ...known, ...range });
      if (!version) return { type: "not_enrolled" };
      return { type: "enrolled", version, methodUrl: httpUrl(range.threeDSMethodURL) };
    },

    async authenticate(request) {
      try {
        const limits = { deadlineMs: options.authenticationDeadlineMs };
        const response = read(aRes, await post("/areq", request, limits));
        const lie = contradiction(request, response);
        return lie ? { type: "unavailable", reason: lie } : { type: "answered", response };
      } catch (error) {
        return { type: "unavailable", reason: codeOf(error) };
      }
    },
  };
}

/** One unreadable range makes all unusable. */
async function readRanges(given: readonly unknown[]): Promise<CardRange[]> {
  const ranges: CardRange[] = [];
  for (const each of given) {
    ranges.push(read(cardRange, each));
    if (ranges.length % rangesAtOnce === 0) await new Promise(setImmediate);
  }
  return ranges;
}

class DirectoryFailure extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

function read<Value>(schema: z.ZodMiniType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new DirectoryFailure("malformed");
  return parsed.data;
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== "string") throw error;
  return code;
}

/** EMV: an ARes must match its AReq; Y and A need a value; C needs an address. */
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

import type { OutgoingHttp } from "../../../platform/outgoing-http.ts";
import { type Exchange, runExchange } from "../../kit/exchange.ts";
import type { AuthenticationParameters } from "../authentication-request.ts";
import { type CacheTimes, createRefreshingCache } from "./refreshing-cache.ts";
import type {
  Authentication,
  CardTable,
  CardToLookUp,
  ChallengeIds,
  ChallengeResult,
  Enrolment,
  EnrolmentSource,
  ThreeDSCapabilities,
  ThreeDSConnector,
} from "./three-ds-connector.ts";

/** This deployment's 3DS server, or the directory server that Tessera's own one uses. */
export interface ThreeDSServer {
  readonly capabilities: ThreeDSCapabilities;
  /** Loads the card ranges, if any, so that the first payment does not wait for them. Never throws. */
  prepare(): Promise<void>;
  lookUpCard(card: CardToLookUp): Promise<Enrolment>;
  authenticate(parameters: AuthenticationParameters): Promise<Authentication>;
  askResult(ids: ChallengeIds): Promise<ChallengeResult>;
}

const absent = { type: "unavailable", reason: "no_three_ds_server" } as const;

/** Used by a deployment without a 3DS server: processors authenticate customers themselves. */
export const absentThreeDSServer: ThreeDSServer = {
  capabilities: { results: "posted" },
  prepare: async () => {},
  lookUpCard: async () => absent,
  authenticate: async () => absent,
  askResult: async () => ({ type: "open", reason: absent.reason }),
};

/** Options of a 3DS server. `CacheTimes` are for directory servers that send card ranges. */
export interface ThreeDSServerOptions extends CacheTimes {
  /** The address without a trailing slash. */
  readonly url: string;
  nowMs(): number;
  /** Called when card ranges could not be loaded. */
  onError(reason: string): void;
}

/** The 3DS server for the vendor's API at this address. */
export function createThreeDSServer(
  options: ThreeDSServerOptions,
  connector: ThreeDSConnector,
  http: OutgoingHttp,
): ThreeDSServer {
  const run = <Outcome>(exchange: Exchange<Outcome>) => runExchange(exchange, options.url, http);
  const { enrolment } = connector;
  return {
    capabilities: connector.capabilities,
    authenticate: (parameters) => run(connector.authenticate(parameters)),
    askResult: (ids) => run(connector.askResult(ids)),
    ...(enrolment.type === "asked"
      ? { prepare: async () => {}, lookUpCard: (card) => run(enrolment.lookUp(card)) }
      : lookUpInRanges(options, enrolment, run)),
  };
}

function lookUpInRanges(
  options: ThreeDSServerOptions,
  enrolment: Extract<EnrolmentSource, { type: "ranges" }>,
  run: <Outcome>(exchange: Exchange<Outcome>) => Promise<Outcome>,
): Pick<ThreeDSServer, "prepare" | "lookUpCard"> {
  const cache = createRefreshingCache<CardTable>(
    async (held) => {
      const loaded = await run(enrolment.load(held));
      if (loaded.type === "unavailable") throw new NoCardRanges(loaded.reason);
      const table = await loaded.read();
      if (!table) throw new NoCardRanges("malformed");
      return table;
    },
    { ...options, onError: (error) => options.onError(codeOf(error)) },
  );
  return {
    prepare: () =>
      cache.get().then(
        () => {},
        () => {},
      ),
    async lookUpCard({ number }) {
      try {
        const found = (await cache.get()).find(number);
        if (!found) return { type: "not_enrolled" };
        return { type: "enrolled", ...found, threeDSServerTransID: enrolment.newTransID() };
      } catch (error) {
        return { type: "unavailable", reason: codeOf(error) };
      }
    },
  };
}

class NoCardRanges extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== "string") throw error;
  return code;
}

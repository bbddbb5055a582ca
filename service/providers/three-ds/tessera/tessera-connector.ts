import { type AReq, type PReq, pRes } from "#contract/connectors/three-ds";
import type { Call } from "../../kit/exchange.ts";
import { buildBrowserRequest, type MerchantRegistration } from "../authentication-request.ts";
import { readAuthentication, readMessage } from "../kit/read-message.ts";
import type { LoadedRanges, ThreeDSConnector } from "../kit/three-ds-connector.ts";
import { newestVersion } from "../message-version.ts";
import { type RangeTable, readCardTable } from "./card-table.ts";

/** What the connector needs besides the directory server's key. */
export interface TesseraThreeDSContext {
  readonly authenticationDeadlineMs: number;
  /** The address to which the directory server posts results. The directory server must be able to reach it. */
  readonly resultsUrl: string;
  newTransID(): string;
}

/** How the directory server knows this 3DS server. */
const threeDSServer = {
  threeDSServerRefNumber: "3DS_LOA_SER_TESSERA_020200",
  threeDSServerOperatorID: "TESSERA",
} as const;

/** The deployment's only registration with the directory server: the acquirer's. */
const registration: MerchantRegistration = {
  acquirerBIN: "411111",
  acquirerMerchantID: "TESSERA-00001",
  merchantCategoryCode: "5999",
  countryNumber: "840",
};

/** Enough for all ranges of a large scheme (some hundred thousand) and the time to send them. */
const maxBytes = 64 * 1024 * 1024;
const preparationDeadlineMs = 60_000;

/**
 * Our own protocol: Tessera is the 3DS server and calls a directory server (PReq, AReq), which posts results to us
 * (RReq). See contract/connectors/three-ds.ts.
 */
export function tesseraThreeDS(
  settings: { readonly key: string },
  context: TesseraThreeDSContext,
): ThreeDSConnector {
  const post = (path: string, body: object, limits: Pick<Call, "deadlineMs" | "maxBytes">) =>
    ({
      method: "POST",
      path,
      headers: {
        authorization: `Bearer ${settings.key}`,
        "content-type": "application/json",
        accept: "application/json",
      },
      body: JSON.stringify(body),
      ...limits,
    }) as const;

  return {
    capabilities: { results: "posted" },

    enrolment: {
      type: "ranges",
      newTransID: () => context.newTransID(),
      *load(loaded) {
        let known = loaded as RangeTable | undefined;
        for (;;) {
          const request: PReq = {
            messageType: "PReq",
            messageVersion: newestVersion,
            ...threeDSServer,
            threeDSServerTransID: context.newTransID(),
            ...(known?.serialNum !== undefined && { serialNum: known.serialNum }),
          };
          const limits = { deadlineMs: preparationDeadlineMs, maxBytes };
          const read = readMessage(yield post("/preq", request, limits), pRes);
          if (read.type === "none") {
            if (!known || read.reason !== unknownSerialNum) return unavailable(read.reason);
            known = undefined;
            continue;
          }
          const { value } = read;
          if (value.threeDSServerTransID !== request.threeDSServerTransID) {
            return unavailable("other_transaction");
          }
          const changed = known?.serialNum === undefined ? undefined : known;
          const { cardRangeData = [] } = value;
          return { type: "answered", read: () => readCardTable(value, cardRangeData, changed) };
        }
      },
    },

    *authenticate(parameters) {
      const request: AReq = {
        ...buildBrowserRequest(parameters, registration),
        threeDSRequestorID: registration.acquirerMerchantID,
        threeDSRequestorName: parameters.merchant.name.slice(0, 40),
        ...threeDSServer,
        threeDSServerURL: context.resultsUrl,
      };
      const limits = { deadlineMs: context.authenticationDeadlineMs };
      return readAuthentication(request, yield post("/areq", request, limits));
    },

    // biome-ignore lint/correctness/useYield: this directory server posts results without being asked.
    *askResult() {
      return { type: "open", reason: "posted" };
    },
  };
}

const unknownSerialNum = "erro_307";

function unavailable(reason: string): LoadedRanges {
  return { type: "unavailable", reason };
}

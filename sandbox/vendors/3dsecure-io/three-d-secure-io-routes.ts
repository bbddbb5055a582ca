import * as z from "zod/mini";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { cardScript } from "../../catalogue/card-script.ts";
import type { ThreeDSVersions } from "../../catalogue/scripts.ts";
import { parseJsonBody } from "../../http/parse-json-body.ts";
import { json, type SandboxResponse, type Silence, silence } from "../../http/response.ts";
import type { Exchange, Handler, Route } from "../../http/router.ts";
import { checkAReq } from "../../issuer/areq-rules.ts";
import type { Authentication } from "../../issuer/authentications.ts";
import { erro, type IssuerParts, issueAuthentication } from "../../issuer/issue-authentication.ts";

const base = "/vendors/3dsecure.io";
/** How long an id from `/preauth` and a result can be used. */
const preparedForMs = 80_000;
const resultForMs = 300_000;

const allVersions = ["2.1.0", "2.2.0", "2.3.1"] as const;
const versionsOf = (versions: ThreeDSVersions): readonly string[] =>
  versions === "both" ? allVersions : [versions];

interface Prepared {
  acctNumber: string;
  versions: readonly string[];
  sinceMs: number;
  authentication?: Authentication;
}

/**
 * The part of 3dsecure.io that the connector uses, with the sandbox's own issuers. Cards whose number ends in a
 * documented test case behave as documented (catalogue/composed-cards.ts). Where an error's code or status is not
 * documented, ours is a guess.
 */
export function threeDSecureIoRoutes(parts: IssuerParts): Route[] {
  const { deps } = parts;
  const prepared = new Map<string, Prepared>();

  const guarded =
    (handler: Handler): Handler =>
    (exchange) =>
      exchange.headers["apikey"] === sandboxCredentials.threeDSecureIo
        ? handler(exchange)
        : { ...json(401, null), body: "Invalid API Key" };

  function preauth(exchange: Exchange): SandboxResponse {
    const body = parseJsonBody(preauthRequest, exchange.body);
    if (!body) return refuse("203", "Format of one or more data elements is invalid", "acctNumber");
    const { threeDS } = cardScript(body.acctNumber);
    if (!threeDS.enrolled) return refuse("305", "Unknown BIN", "No CRD found");
    const versions = versionsOf(threeDS.versions);
    const threeDSServerTransID = deps.randomUuid();
    prepared.set(threeDSServerTransID, {
      acctNumber: body.acctNumber,
      versions,
      sinceMs: deps.machineNow(),
    });
    const method =
      threeDS.method === "missing"
        ? {}
        : { threeDSMethodURL: `${deps.publicUrl}/acs/method/${threeDS.method}` };
    return json(200, {
      messageType: "CRD",
      scheme: "standin",
      threeDSServerTransID,
      dsStartProtocolVersion: "2.1.0",
      dsEndProtocolVersion: "2.3.1",
      dsProtocolVersions: allVersions,
      acsStartProtocolVersion: versions[0],
      acsEndProtocolVersion: versions.at(-1),
      acsProtocolVersions: versions.map((version) => ({ version, acsInfoInd: ["01"], ...method })),
      acsInfoInd: ["01"],
      threeDSServerProtocolVersions: allVersions,
      ...method,
    });
  }

  function auth(exchange: Exchange): SandboxResponse | Silence {
    const sent = parseJsonBody(looseRequest, exchange.body);
    if (!sent) return refuse("101", "Message received invalid", "messageType");
    const known = prepared.get(sent.threeDSServerTransID);
    if (!known || deps.machineNow() - known.sinceMs > preparedForMs) {
      return refuse("301", "Transaction ID not recognised", "threeDSServerTransID", sent);
    }
    const missing = missingOf(sent);
    if (missing) return refuse("201", "Required data element missing", missing, sent);
    if (/[^ -~]/.test(exchange.body)) {
      return refuse("203", "Format of one or more data elements is invalid", "ASCII", sent);
    }
    const read = checkAReq({ ...ofServer(sent.messageVersion), ...sent }, known.versions);
    if (!read.ok) {
      const { errorCode, errorDescription, errorDetail } = read.refusal;
      return refuse(errorCode, errorDescription, errorDetail, sent);
    }
    if (read.areq.acctNumber !== known.acctNumber || known.authentication) {
      return refuse("305", "Transaction data not valid", "threeDSServerTransID", sent);
    }
    const response = issueAuthentication(parts, read.areq, null);
    if (response === "silent") return silence;
    if (response.authentication) known.authentication = response.authentication;
    return json(200, response.message);
  }

  function postauth(exchange: Exchange): SandboxResponse {
    const query = parseJsonBody(postauthRequest, exchange.body);
    const authentication = query && prepared.get(query.threeDSServerTransID)?.authentication;
    const unknown = () => refuse("203", "Unknown threeDSServerTransID", "threeDSServerTransID");
    if (!authentication) return unknown();
    if (!authentication.kept) {
      return refuse("305", "No RReq has been received", "No response from directory server yet");
    }
    if (deps.machineNow() - authentication.kept.sinceMs > resultForMs) return unknown();
    return json(200, authentication.kept.rreq);
  }

  return [
    [`POST ${base}/preauth`, guarded(preauth)],
    [`POST ${base}/auth`, guarded(auth)],
    [`POST ${base}/postauth`, guarded(postauth)],
  ];
}

const preauthRequest = z.strictObject({
  acctNumber: z.string().check(z.regex(/^\d{13,19}$/)),
  ds: z.optional(z.string()),
  maxMessageVersion: z.optional(z.string()),
});
const postauthRequest = z.strictObject({ threeDSServerTransID: z.uuid() });
const looseRequest = z.looseObject({
  messageType: z.literal("AReq"),
  messageVersion: z.string(),
  threeDSServerTransID: z.uuid(),
});

/** What the version requires beyond 2.2.0. */
function missingOf(sent: Record<string, unknown>): string | undefined {
  const required: Record<string, readonly string[]> = {
    "2.2.0": ["browserJavascriptEnabled"],
    "2.3.1": [
      "browserJavascriptEnabled",
      "acceptLanguage",
      "acquirerCountryCode",
      "acquirerCountryCodeSource",
    ],
  };
  const fields = required[String(sent["messageVersion"])] ?? [];
  return fields.find((field) => sent[field] === undefined);
}

/** What the 3DS server adds to an AReq. */
function ofServer(messageVersion: string) {
  return {
    threeDSServerRefNumber: "3DS_LOA_SER_SANDBOX_020200",
    threeDSServerOperatorID: "SANDBOX",
    threeDSServerURL: "https://3ds-server.sandbox.invalid/results",
    threeDSRequestorID: "SANDBOX",
    threeDSRequestorName: "Sandbox requestor",
    ...(messageVersion === "2.1.0" && { browserJavascriptEnabled: true }),
  };
}

function refuse(
  errorCode: string,
  errorDescription: string,
  errorDetail: string,
  request?: { threeDSServerTransID: string },
): SandboxResponse {
  const refusal = { errorCode, errorDescription, errorDetail };
  return json(200, { ...erro(refusal, "2.2.0", request), errorComponent: "S" });
}

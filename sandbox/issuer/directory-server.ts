import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { type PRes, pReq } from "#contract/connectors/three-ds";
import { parseJsonBody } from "../http/parse-json-body.ts";
import { json, problem, type SandboxResponse, type Silence, silence } from "../http/response.ts";
import type { Exchange, Handler, Route } from "../http/router.ts";
import { readAReq } from "./areq-rules.ts";
import { type CardRangeTable, cardRangeTable } from "./card-ranges.ts";
import { erro, type IssuerParts, issueAuthentication } from "./issue-authentication.ts";

/** Answers a PReq with a PRes and an AReq with an ARes, or with Erro. The bearer key replaces mutual TLS. */
export function directoryServerRoutes(parts: IssuerParts): Route[] {
  const { deps } = parts;

  const guarded =
    (handler: Handler): Handler =>
    (exchange) =>
      exchange.headers["authorization"] === `Bearer ${sandboxCredentials.directoryServer}`
        ? handler(exchange)
        : problem(401, "unauthorized", "The directory server's key is missing or wrong.");

  let table: CardRangeTable | undefined;

  function prepare(exchange: Exchange): SandboxResponse {
    const request = parseJsonBody(pReq, exchange.body);
    if (!request) return problem(400, "invalid_request", "Send a PReq.");
    table ??= cardRangeTable(deps.publicUrl);
    const { serialNum, threeDSServerTransID } = request;
    if (serialNum !== undefined && serialNum !== table.serialNum) {
      const refusal = {
        errorCode: "307" as const,
        errorDescription: "The serial number is not known.",
        errorDetail: "serialNum",
      };
      return json(200, {
        ...erro(refusal, "2.2.0", { threeDSServerTransID }),
        errorMessageType: "PReq",
      });
    }
    const response: PRes = {
      messageType: "PRes",
      messageVersion: "2.2.0",
      threeDSServerTransID,
      dsTransID: deps.randomUuid(),
      dsStartProtocolVersion: "2.1.0",
      dsEndProtocolVersion: "2.2.0",
      serialNum: table.serialNum,
      ...(serialNum === undefined && { cardRangeData: table.cardRangeData }),
    };
    return json(200, response);
  }

  function authenticate(exchange: Exchange): SandboxResponse | Silence {
    const read = readAReq(exchange.body);
    if (!read.ok) return json(200, erro(read.refusal, "2.2.0"));
    const response = issueAuthentication(parts, read.areq, read.areq.threeDSServerURL);
    return response === "silent" ? silence : json(200, response.message);
  }

  return [
    ["POST /directory-server/preq", guarded(prepare)],
    ["POST /directory-server/areq", guarded(authenticate)],
  ];
}

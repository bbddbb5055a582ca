import { sandboxCredentials } from "../../../contract/connectors/sandbox-credentials.ts";
import type { AReq, ARes, RReq } from "../../../contract/connectors/three-ds.ts";
import type { PaymentWorld } from "./payment-world.ts";

/** Ids that the ACS and the directory server of the tests give. */
export const acsTransID = "d7c1ee99-9478-44a6-b1f2-391e29c6b340";
export const dsTransID = "f25084f0-5b16-4c0a-ae5d-b24808a95e4b";
const authenticationValue = "AAABBEg0VhI0VniQEjRWAAAAAAA=";

/** A card whose bank takes part; with a 3DS Method unless told otherwise. */
export function enrol(
  world: PaymentWorld,
  number: string,
  options: { method?: boolean } = {},
): void {
  world.parties.directory.cards.set(number, {
    enrolled: true,
    acsStartProtocolVersion: "2.1.0",
    acsEndProtocolVersion: "2.2.0",
    dsStartProtocolVersion: "2.1.0",
    dsEndProtocolVersion: "2.2.0",
    ...(options.method === false ? {} : { threeDSMethodURL: "http://acs.test/method" }),
  });
}

/** An ARes for a request. */
export function aResFor(request: AReq, change: Partial<ARes>): ARes {
  const transStatus = change.transStatus ?? "Y";
  return {
    messageType: "ARes",
    messageVersion: request.messageVersion,
    threeDSServerTransID: request.threeDSServerTransID,
    acsTransID,
    dsTransID,
    transStatus,
    ...(transStatus === "Y" || transStatus === "A" ? { authenticationValue } : {}),
    ...(transStatus === "C"
      ? { acsURL: "http://acs.test/challenge", acsChallengeMandated: "Y" as const }
      : {}),
    ...change,
  };
}

/** Posts the result of a challenge as the directory server does. */
export async function postResults(
  world: PaymentWorld,
  change: Partial<RReq> & { threeDSServerTransID: string },
  key: string = sandboxCredentials.directoryServer,
): Promise<{ statusCode: number; body: Record<string, unknown> }> {
  const transStatus = change.transStatus ?? "Y";
  const answer = await world.call("POST", "/v1/three-ds/results", {
    token: key,
    body: {
      messageType: "RReq",
      messageVersion: "2.2.0",
      messageCategory: "01",
      acsTransID,
      dsTransID,
      transStatus,
      interactionCounter: "01",
      ...(transStatus === "Y" ? { authenticationValue, eci: "05" } : {}),
      ...change,
    },
  });
  return { statusCode: answer.statusCode, body: answer.json() };
}

/** Reads what the frame would post to the bank: base64url JSON. */
export function decoded(text: string): Record<string, string> {
  return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
}

import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { ChallengeAction, ClientPayment } from "#contract/client/payments";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import type { AReq, ARes, RReq } from "#contract/connectors/three-ds";
import type { PaymentWorld } from "./payment-world.ts";

export const acsTransID = "d7c1ee99-9478-44a6-b1f2-391e29c6b340";
export const dsTransID = "f25084f0-5b16-4c0a-ae5d-b24808a95e4b";
const authenticationValue = "AAABBEg0VhI0VniQEjRWAAAAAAA=";

/** Enrols a card, with a 3DS method unless `method` is false. */
export function enrol(
  world: PaymentWorld,
  number: string,
  options: { method?: boolean } = {},
): void {
  world.parties.directory.cards.set(number, {
    startRange: number,
    endRange: number,
    acsStartProtocolVersion: "2.1.0",
    acsEndProtocolVersion: "2.2.0",
    ...(options.method === false ? {} : { threeDSMethodURL: "http://acs.test/method" }),
  });
}

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

/** Posts results as the directory server does. */
export async function postResults(
  world: PaymentWorld,
  change: Partial<RReq> & { threeDSServerTransID: string },
  key: string = sandboxCredentials.directoryServer,
): Promise<{ statusCode: number; body: Record<string, unknown> }> {
  const transStatus = change.transStatus ?? "Y";
  const response = await world.call("POST", "/v1/three-ds/results", {
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
  return { statusCode: response.statusCode, body: response.json() };
}

/** Decodes what the frame would post to the issuer: base64url JSON. */
export function decoded(text: string): Record<string, string> {
  return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
}

/** The issuer's response to every AReq from now on. */
export function bankAnswers(world: PaymentWorld, change: Partial<ARes>): void {
  world.parties.directory.answer = (request) => aResFor(request, change);
}

/** The charge requests of a payment, under all its keys. */
export function chargeCallsFor(world: PaymentWorld, payment: ClientPayment) {
  return world.parties.northbank.calls.filter(({ key }) => key.startsWith(payment.paymentId));
}

/** A payment in the middle of a challenge. */
export interface ChallengedPayment {
  intent: CreatedPaymentIntent;
  payment: ClientPayment;
  action: IssuerChallenge;
  threeDSServerTransID: string;
}

/** A challenge on the issuer's own page, with its CReq. */
export type IssuerChallenge = ChallengeAction & {
  readonly creq: string;
  readonly threeDSSessionData: string;
};

export function issuerChallengeOf(payment: ClientPayment): IssuerChallenge {
  const action = payment.nextAction;
  const isIssuers =
    action?.type === "challenge" && action.creq !== undefined && action.threeDSSessionData;
  if (!isIssuers) throw new Error(`no challenge: ${JSON.stringify(payment)}`);
  return action as IssuerChallenge;
}

/** Pays with an enrolled card without a 3DS method, until the issuer requires a challenge. */
export async function payUntilChallenge(
  world: PaymentWorld,
  number: string,
): Promise<ChallengedPayment> {
  bankAnswers(world, { transStatus: "C" });
  const intent = await world.createIntent();
  const { body } = await world.pay(intent, { card: { number } });
  const action = issuerChallengeOf(body);
  const { threeDSServerTransID = "" } = decoded(action.creq);
  return { intent, payment: body, action, threeDSServerTransID };
}

import fc from "fast-check";
import { expect } from "vitest";
import { isNative } from "#contract/connectors/card-capabilities";
import { answered, drive } from "../../kit/testing/drive.ts";
import type { ChargeOrder } from "../card-processor.ts";
import type { CardConnector } from "../kit/card-connector.ts";
import type { OutcomeNotice } from "../kit/notices.ts";
import { chargeKey, type Outcome, responsesOf, type Sent } from "./conformance.ts";
import { garbage } from "./garbage.ts";

export interface NativeCase {
  /** The responses to a charge that the customer must confirm, and their page. */
  readonly challenge: { readonly charge: readonly Sent[]; readonly url: string };
  /** Finds the same challenge. */
  readonly lookUp: readonly Sent[];
  /** The responses that end a challenge with a decline. */
  readonly ended: readonly Sent[];
}

/** A connector opens and ends challenges if its capabilities say so, and never otherwise. */
export function testNative({
  connector,
  native,
  order,
  lookUpResponses,
  notices,
}: {
  readonly connector: CardConnector;
  readonly native: NativeCase | undefined;
  readonly order: ChargeOrder;
  /** Finds an approved charge. */
  readonly lookUpResponses: readonly Sent[];
  readonly notices: readonly OutcomeNotice[];
}): void {
  const end = connector.endChallenge?.bind(connector);
  expect(native !== undefined).toBe(isNative(connector.capabilities));
  if (!native) return;
  if (!end) throw new Error("it cannot end challenges");
  const returnUrl = "https://pay.example/v1/three-ds/challenge-return/1";
  const { threeDSecure: _, ...unauthenticated } = order;
  const ordered = { ...unauthenticated, native: { returnUrl, mandateChallenge: false } };
  const run = () => connector.charge(ordered, chargeKey);
  const firstRun = drive<Outcome>(run(), responsesOf(native.challenge.charge));
  expect(firstRun.outcome).toEqual({ type: "challenge", url: native.challenge.url });
  const sent = firstRun.calls.map(({ body = "" }) => decodeURIComponent(body));
  expect(sent.filter((body) => body.includes(returnUrl))).toHaveLength(1);
  expect(drive(run(), responsesOf(native.challenge.charge)).calls).toEqual(firstRun.calls);
  const looked = drive<Outcome>(
    connector.lookUp(chargeKey, order, notices),
    responsesOf(native.lookUp),
  );
  expect(looked.outcome).toEqual(firstRun.outcome);
  const runEnd = (why: "canceled" | "timed_out", responses: readonly Sent[]) =>
    drive<Outcome>(end(chargeKey, order, why), responsesOf(responses)).outcome;
  expect(runEnd("canceled", native.ended).type).toBe("declined");
  // A challenge that ended with a charge is an approval.
  expect(runEnd("timed_out", [{ status: 400, body: {} }, ...lookUpResponses]).type).toBe(
    "approved",
  );
  fc.assert(
    fc.property(garbage, ({ status, body }) => {
      const rest = Array.from({ length: 8 }, () => answered(500, ""));
      const ends = drive<Outcome>(end(chargeKey, order, "canceled"), [
        answered(status, body),
        ...rest,
      ]);
      expect(ends.outcome.type).toBe("unknown");
    }),
  );
}

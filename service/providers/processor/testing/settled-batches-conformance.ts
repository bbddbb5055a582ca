import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { answered, drive } from "../../kit/testing/drive.ts";
import type { CardConnector } from "../kit/card-connector.ts";
import type { SettledBatches, SettledBatchQuery } from "../kit/settled-batches.ts";

export const exampleQuery: SettledBatchQuery = {
  sinceMs: Date.parse("2026-11-20T00:00:00Z"),
  untilMs: Date.parse("2026-11-27T00:00:00Z"),
  known: new Set(),
};

/** Runs a fetch with these responses. Further calls get an empty one. */
export function fetchWith(
  connector: CardConnector,
  responses: readonly (string | OutgoingCallFailed)[],
  query = exampleQuery,
): { readonly calls: readonly string[]; readonly outcome: SettledBatches } {
  const given = responses.map((response) =>
    response instanceof OutgoingCallFailed ? response : answered(200, response),
  );
  const rest = Array.from({ length: 10 }, () => answered(200, ""));
  const exchange = connector.settledBatches?.(query);
  if (!exchange) throw new Error("the connector fetches no batches");
  const { calls, outcome } = drive<SettledBatches>(exchange, [...given, ...rest]);
  return { calls: calls.map(({ body = "" }) => body), outcome };
}

/** What every connector that fetches settled batches must guarantee. `good`: responses with at least one batch. */
export function testSettledBatches(
  name: string,
  connector: CardConnector,
  good: readonly string[],
): void {
  describe(`${name}: settled batches`, () => {
    const found = (responses: readonly (string | OutgoingCallFailed)[]) => {
      const { outcome } = fetchWith(connector, responses);
      return outcome.type === "found" ? outcome.batches : [];
    };

    test("the same responses are always the same batches, whose rows add up", () => {
      const batches = found(good);
      expect(batches.length).toBeGreaterThan(0);
      expect(found(good)).toEqual(batches);
      for (const { rows, netMinor } of batches) {
        expect(rows.reduce((sum, { grossMinor }) => sum + grossMinor, 0)).toBe(netMinor);
      }
    });

    test("a batch that is known is left out", () => {
      const known = new Set(found(good).map(({ id }) => id));
      const { outcome } = fetchWith(connector, good, { ...exampleQuery, known });
      expect(outcome).toEqual({ type: "found", batches: [], problem: null });
    });

    test("a response that is cut off anywhere is never a batch with fewer rows", () => {
      const whole = found(good);
      fc.assert(
        fc.property(
          fc.nat(good.length - 1),
          fc.double({ min: 0, max: 1, noNaN: true }),
          (at, share) => {
            const cut = good.map((text, index) =>
              index === at ? text.slice(0, Math.floor((text.length - 2) * share)) : text,
            );
            for (const batch of found(cut)) expect(whole).toContainEqual(batch);
          },
        ),
      );
    });

    test("no response, an error and rubbish yield no batches, and say why", () => {
      fc.assert(
        fc.property(
          fc.constantFrom(
            new OutgoingCallFailed("deadline", "unknown"),
            ...["", "<html></html>", "null", "[]", "{}", "<nm_response></nm_respons>"],
          ),
          fc.nat(good.length - 1),
          (bad, at) => {
            const { outcome } = fetchWith(
              connector,
              good.map((text, index) => (index === at ? bad : text)),
            );
            const why = outcome.type === "found" ? outcome.problem : outcome.reason;
            expect(why).toEqual(expect.any(String));
          },
        ),
      );
    });
  });
}

import { describe, expect, test } from "vitest";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { answered, drive } from "../testing/conformance.ts";
import { stripeConnector } from "./stripe-connector.ts";

const filesUrl = "https://files.stripe.com";
const connector = stripeConnector(
  { secretKey: "sk_test_51QxSecretOfTheTests", webhookSecret: "whsec_SecretOfTheTests" },
  { chargeDeadlineMs: 30_000, lookUpDeadlineMs: 10_000, filesUrl },
);
const key = "dan_7xKq2mVb9RtW4nZs8LcD1fGh";
const disputeId = "du_1Example";
const pdf = (kind: string, name = "r.pdf") => ({
  kind,
  name,
  contentType: "application/pdf",
  content: Buffer.from(`%PDF-1.7 \u0000\u00ff ${kind}`, "latin1").toString("base64"),
});
const evidence = (fields: object = {}, files: readonly object[] = []) => ({
  disputeId,
  kind: "evidence" as const,
  body: { stage: "chargeback", fields, files },
});
const shown = (fields: object = {}) => ({
  id: disputeId,
  object: "dispute",
  status: "under_review",
  metadata: { tessera_answer: key },
  ...fields,
});
const uploaded = (number: number) => answered(200, { id: `file_${number}`, object: "file" });
const send = (order: ReturnType<typeof evidence>, ...responses: Parameters<typeof drive>[1]) =>
  drive(connector.answerDispute(order, key), responses);

describe("evidence", () => {
  test("has our texts in Stripe's fields, and those without a field of their own in `uncategorized_text`", () => {
    const fields = {
      customerName: "Ada Lovelace",
      trackingNumber: "1Z999",
      explanation: "Delivered on time.",
      threeDSecure: "Authenticated (Y, 05)",
      duplicateChargeId: "pay_2",
    };
    const { calls, outcome } = send(evidence(fields), answered(200, shown()));
    expect(outcome).toEqual({ type: "taken", answerId: disputeId });
    const [{ path, headers, body } = expect.fail(), ...others] = calls;
    expect([others, path, headers["idempotency-key"]]).toEqual([
      [],
      `/v1/disputes/${disputeId}`,
      key,
    ]);
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      "evidence[customer_name]": "Ada Lovelace",
      "evidence[shipping_tracking_number]": "1Z999",
      "evidence[uncategorized_text]":
        "Delivered on time.\n\n3-D Secure: Authenticated (Y, 05)\n\nThe other charge: pay_2",
      "metadata[tessera_answer]": key,
      submit: "true",
    });
  });

  test("uploads its files first, as their bytes, to Stripe's address for files", () => {
    const files = [pdf("receipt", 'Quittung "März".pdf'), pdf("summary")];
    const run = () => send(evidence({}, files), uploaded(1), uploaded(2), answered(200, shown()));
    const { calls, outcome } = run();
    expect(outcome.type).toBe("taken");
    expect(run().calls).toEqual(calls);
    const [first = expect.fail(), second, last] = calls;
    expect([first.at, first.path, second?.at, last?.at]).toEqual([
      filesUrl,
      "/v1/files",
      filesUrl,
      undefined,
    ]);
    const text = Buffer.from(first.bytes ?? []).toString("latin1");
    const [, boundary = ""] = /boundary=(\S+)$/.exec(first.headers["content-type"] ?? "") ?? [];
    expect(text.split(`--${boundary}`)).toEqual([
      "",
      '\r\nContent-Disposition: form-data; name="purpose"\r\n\r\ndispute_evidence\r\n',
      '\r\nContent-Disposition: form-data; name="file"; filename="Quittung _M_rz_.pdf"\r\n' +
        "Content-Type: application/pdf\r\n\r\n%PDF-1.7 \u0000\u00ff receipt\r\n",
      "--\r\n",
    ]);
    const form = new URLSearchParams(last?.body);
    expect(form.get("evidence[receipt]")).toBe("file_1");
    expect(form.get("evidence[uncategorized_file]")).toBe("file_2");
  });

  test("finds a place for every file, or is refused before anything is sent; only the summary may be left out", () => {
    const placed = (uploads: number, ...kinds: string[]) => {
      const files = kinds.map((kind) => pdf(kind));
      const responses = [
        ...files.slice(0, uploads).map((_, at) => uploaded(at)),
        answered(200, shown()),
      ];
      const { calls, outcome } = send(evidence({}, files), ...responses);
      const form = [...new URLSearchParams(calls.at(-1)?.body)].map(([name]) => name);
      return outcome.type === "taken"
        ? form.filter((name) => name.startsWith("evidence"))
        : outcome;
    };
    expect(placed(2, "summary", "other")).toEqual([
      "evidence[uncategorized_file]",
      "evidence[service_documentation]",
    ]);
    const own = ["receipt", "customerCommunication", "serviceDocumentation", "other"];
    expect(placed(4, ...own, "summary")).toHaveLength(4);
    expect(placed(4, ...own, "mandate")).toEqual({ type: "rejected", code: "evidence_invalid" });
  });

  test.each([
    ["no connection", new OutgoingCallFailed("unreachable", "no"), "unreached"],
    ["no answer", new OutgoingCallFailed("deadline", "unknown"), "unreached"],
    ["an error", answered(503, {}), "unreached"],
    ["a refusal", answered(400, { error: { type: "invalid_request_error" } }), "rejected"],
    ["a file that is too large", answered(413, ""), "rejected"],
    [
      "a wrong key",
      answered(401, { error: { type: "invalid_request_error" } }),
      "credentials_refused",
    ],
  ])("was not submitted if its upload has %s", (_, response, type) => {
    const { calls, outcome } = send(evidence({}, [pdf("receipt")]), response);
    expect([calls.length, outcome.type]).toEqual([1, type]);
  });

  test.each([
    [new OutgoingCallFailed("unreachable", "no"), { type: "unreached" }],
    [new OutgoingCallFailed("broken", "unknown"), { type: "unknown" }],
    [answered(500, {}), { type: "unknown" }],
    [answered(429, {}), { type: "unknown" }],
    [answered(400, { error: { type: "idempotency_error" } }), { type: "unknown" }],
    [answered(200, shown({ id: "du_other" })), { type: "unknown" }],
    [
      answered(400, { error: { type: "invalid_request_error" } }),
      { type: "rejected", code: "dispute_not_answerable" },
    ],
    [
      answered(404, { error: { type: "invalid_request_error", code: "resource_missing" } }),
      { type: "rejected", code: "dispute_not_found" },
    ],
    [answered(403, { error: { type: "invalid_request_error" } }), { type: "credentials_refused" }],
  ])("with Stripe's response %# is %j", (response, outcome) => {
    expect(send(evidence({ explanation: "x" }), response).outcome).toMatchObject(outcome);
  });

  test("is rejected without a call if it is empty", () => {
    const order = { disputeId, kind: "evidence" as const, body: { stage: "chargeback" } };
    expect(drive(connector.answerDispute(order, key), [])).toEqual({
      calls: [],
      outcome: { type: "rejected", code: "evidence_invalid" },
    });
  });
});

test("an acceptance closes the dispute", () => {
  const order = { disputeId, kind: "acceptance" as const, body: { stage: "chargeback" } };
  const { calls, outcome } = drive(connector.answerDispute(order, key), [
    answered(200, shown({ status: "lost" })),
  ]);
  expect(calls.map(({ path, headers }) => [path, headers["idempotency-key"]])).toEqual([
    [`/v1/disputes/${disputeId}/close`, key],
  ]);
  expect(outcome).toEqual({ type: "taken", answerId: disputeId });
});

test.each([
  ["evidence", shown(), "taken"],
  ["evidence", shown({ status: "lost" }), "taken"],
  ["evidence", shown({ metadata: { tessera_answer: "dan_other" } }), "not_found"],
  ["evidence", shown({ metadata: null }), "not_found"],
  ["acceptance", shown({ status: "lost", metadata: {} }), "taken"],
  ["acceptance", shown({ status: "warning_closed" }), "taken"],
  ["acceptance", shown({ status: "needs_response" }), "not_found"],
  ["evidence", shown({ id: "du_other" }), "unknown"],
] as const)("a look-up of %s in %j is %s", (kind, body, type) => {
  const exchange = connector.lookUpAnswer(key, { disputeId, kind });
  expect(drive(exchange, [answered(200, body)]).outcome.type).toBe(type);
});

test.each([404, 500])("a look-up with status %i proves nothing", (status) => {
  const exchange = connector.lookUpAnswer(key, { disputeId, kind: "evidence" });
  expect(drive(exchange, [answered(status, {})]).outcome.type).toBe("unknown");
});

import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { exampleConsent, payoutKey, type Sent, scripted } from "../testing/conformance.ts";
import { accessKey, authorised, create, errors, ok, url } from "./testing/trustly-examples.ts";

const { reference } = exampleConsent;

describe("the end of a consent", () => {
  const end = async (...responses: (Sent | OutgoingCallFailed)[]) => {
    const { http, calls } = scripted(responses);
    const ended = await create(http).endConsent?.(exampleConsent);
    return { state: ended?.state, calls };
  };
  const canceled = ok({ ...authorised, status: "13" });
  const lost = new OutgoingCallFailed("deadline", "unknown");
  const refused: Sent = { status: 401, body: "" };

  test("needs one call if Trustly says so at once", async () => {
    const { state, calls } = await end(canceled);
    expect([state, calls.length]).toEqual(["ended", 1]);
    expect(calls[0]?.url).toBe(`${url}/transactions/1001/cancel`);
    expect(String(calls[0]?.body)).toBe(`merchantReference=${reference}`);
  });

  test.each([
    ["was canceled before", [errors(400, 200), canceled], "ended"],
    ["was canceled although the response was lost", [lost, canceled], "ended"],
    ["is not known to Trustly any more", [errors(404, 200), errors(404, 200)], "ended"],
    ["has an account that is not valid", [errors(400, 330), errors(400, 330)], "open"],
    ["looks suspicious", [errors(400, 390), errors(400, 390)], "open"],
    ["wants a split token", [errors(400, 397), errors(400, 397)], "open"],
    ["is not known, and something else", [errors(404, 200), errors(404, 200, 330)], "open"],
    ["was never given", [errors(400, 200), ok({ ...authorised, status: "1" })], "not_given"],
    ["was given and stays", [errors(400, 200), ok(authorised)], "open"],
    ["counts as completed", [errors(400, 200), ok({ ...authorised, status: "4" })], "open"],
    ["is another one", [errors(400, 200), ok({ ...authorised, transactionId: "7" })], "open"],
    [
      "another one was canceled",
      [ok({ ...authorised, transactionId: "7", status: "13" }), lost],
      "open",
    ],
    ["Trustly is down", [errors(500, 100), errors(500, 100)], "open"],
    ["our credentials are refused", [refused, refused], "open"],
    ["our application is refused", [errors(400, 300), errors(400, 300)], "open"],
    ["our signature is refused", [errors(403, 375), errors(403, 375)], "open"],
  ] as [string, (Sent | OutgoingCallFailed)[], string][])("%s", async (_, responses, state) => {
    expect((await end(...responses)).state).toBe(state);
  });
});

describe("a notice", () => {
  const form = {
    merchantId: "1002463580",
    objectType: "Transaction",
    objectId: "2002",
    eventType: "Completed",
    merchantReference: payoutKey,
  };
  const read = (
    fields: Record<string, string>,
    key = accessKey,
    provider = create(scripted([]).http),
  ) => {
    const body = new URLSearchParams(fields).toString();
    const signature = createHmac("sha1", key).update(decodeURIComponent(body)).digest("base64");
    const basic = Buffer.from(`M8RaHgEjBE54zuFYMRQq:${signature}`).toString("base64");
    return provider.readNotice?.({
      rawBody: Buffer.from(body),
      headers: { authorization: `Basic ${basic}` },
    });
  };
  test("names the deposit by Trustly's id and by ours, and decides nothing", () => {
    const accepted = expect.any(Function);
    expect(read(form)).toEqual({ type: "valid", payoutIds: ["2002"], keys: [payoutKey], accepted });
    const ofLogin = { ...form, objectId: "1001", merchantReference: reference };
    expect(read(ofLogin)).toEqual({ type: "valid", payoutIds: ["1001"], keys: [], accepted });
  });
  test("makes no look-up due if it was accepted before", () => {
    const provider = create(scripted([]).http);
    const first = { ...form, eventId: "1002593571" };
    const readFirst = () => {
      const notice = read(first, accessKey, provider);
      return notice?.type === "valid" ? notice : undefined;
    };
    // Trustly sends it again, because the service could not act on it.
    expect(readFirst()).toMatchObject({ payoutIds: ["2002"] });
    expect(readFirst()).toMatchObject({ payoutIds: ["2002"] });
    readFirst()?.accepted?.();
    expect(readFirst()).toEqual({ type: "valid", payoutIds: [] });
    const second = read({ ...first, eventId: "1002593572" }, accessKey, provider);
    expect(second).toMatchObject({ payoutIds: ["2002"] });
  });
  test("counts as accepted before even if its id is hidden in another field", () => {
    const provider = create(scripted([]).http);
    const changedForm = { ...form, eventId: "1002593571" };
    const notice = read(changedForm, accessKey, provider);
    if (notice?.type === "valid") notice.accepted?.();
    const { eventId, ...others } = changedForm;
    // The signed text is the same.
    const hidden = { ...others, merchantReference: `${payoutKey}&eventId=${eventId}` };
    expect(read(hidden, accessKey, provider)).toEqual({ type: "valid", payoutIds: [] });
  });
  test("is refused with a wrong signature or without an id, and ignored if it is for another merchant", () => {
    expect(read(form, "another-key-of-theirs")).toEqual({ type: "forged" });
    expect(read({ ...form, merchantId: "1" })).toEqual({ type: "valid", payoutIds: [] });
    expect(read({ ...form, objectId: "" })).toMatchObject({ type: "malformed" });
  });
});

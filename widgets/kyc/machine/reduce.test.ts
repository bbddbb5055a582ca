import { describe, expect, test } from "vitest";
import type { KycSession } from "../kyc-responses.ts";
import { examplePicture, exampleSession, exampleUpload } from "../testing/examples.ts";
import { lost, machine, no, ok } from "../testing/machine.ts";
import { pollDelayMs } from "./reduce.ts";
import type { KycState } from "./state.ts";

const loaded = (session = exampleSession(), from: Partial<KycState> = {}) => {
  const kyc = machine(from);
  kyc.send({ type: "secretReceived" });
  kyc.session(session);
  return kyc;
};
/** A picture of the side waits for the customer's check. */
const reviewing = (picture = examplePicture()) => {
  const kyc = loaded();
  kyc.send({ type: "pictureGiven", source: picture.blob });
  kyc.send({ type: "prepared", run: kyc.state().run, outcome: { ok: true, picture } });
  return kyc;
};

describe("the service says what comes next", () => {
  test.each<[Partial<KycSession>, string]>([
    [{ nextAction: "consent" }, "choose"],
    [{ nextAction: "upload" }, "side"],
    [{ nextAction: "submit" }, "submitting"],
    [{ nextAction: "wait" }, "reading"],
    [{ nextAction: "wait", status: "under_review" }, "result"],
    [{ nextAction: "retry", status: "rejected", canRetry: true }, "result"],
    [{ nextAction: "none", status: "verified" }, "result"],
    [{ nextAction: "dance", status: "levitating" }, "result"],
    [{ nextAction: "consent", requirements: [requirement("customer_data")] }, "data"],
  ])("%j is shown as %s", (session, step) => {
    expect(loaded(exampleSession(session)).state().step).toBe(step);
  });

  test("the link's document replaces the one that was started", () => {
    expect(loaded(exampleSession(), { requestedType: "passport" }).state().step).toBe("choose");
    expect(loaded(exampleSession(), { requestedType: "drivers_license" }).state().step).toBe(
      "side",
    );
  });

  test("the first missing side is taken, then the next", () => {
    const kyc = loaded();
    expect(kyc.state().side).toBe("front");
    const sides = [
      { side: "front", upload: exampleUpload() },
      { side: "back", upload: null },
    ];
    kyc.send({ type: "again" });
    expect(loaded(exampleSession({ sides })).state().side).toBe("back");
  });

  test("a response of an earlier run changes nothing", () => {
    const kyc = loaded();
    const before = kyc.state();
    kyc.send({
      type: "sessionAnswered",
      run: before.run - 1,
      result: ok(exampleSession({ nextAction: "none", status: "verified" })),
    });
    expect(kyc.state()).toBe(before);
  });
});

describe("a picture", () => {
  test("is checked before it is sent, and taken again the same way", () => {
    const kyc = reviewing();
    expect(kyc.state().step).toBe("review");
    kyc.send({ type: "pictureDropped" });
    expect(kyc.state()).toMatchObject({ step: "camera", picture: null });
    const fromFile = reviewing(examplePicture({ source: "file" }));
    fromFile.send({ type: "pictureDropped" });
    expect(fromFile.state().step).toBe("side");
  });

  test("says why at its side if it cannot be used", () => {
    const kyc = loaded();
    kyc.send({ type: "pictureGiven", source: new Blob() });
    const fileProblem = { code: "heic" } as const;
    kyc.send({ type: "prepared", run: kyc.state().run, outcome: { ok: false, fileProblem } });
    expect(kyc.state()).toMatchObject({ step: "side", fileProblem, preparing: false });
  });

  test("given while the last picture is prepared is ignored", () => {
    const kyc = loaded();
    kyc.send({ type: "pictureGiven", source: new Blob() });
    kyc.send({ type: "pictureGiven", source: new Blob() });
    expect(kyc.effects()).toEqual([]);
  });

  test("makes it ask the service for the next step, without flicker, once it is sent", () => {
    const kyc = reviewing();
    kyc.send({ type: "pictureAccepted" });
    expect(kyc.effects()).toMatchObject([{ type: "upload", side: "front" }]);
    kyc.uploadEnds();
    expect(kyc.kinds()).toEqual(["load"]);
    expect(kyc.state().step).toBe("upload");
  });

  test("is taken again if the service refuses it, with its reasons", () => {
    const kyc = reviewing();
    kyc.send({ type: "pictureAccepted" });
    const problems = [
      { code: "image_too_small", message: "", blocking: true },
      { code: "image_dark", message: "", blocking: false },
    ];
    kyc.uploadEnds({ state: "refused", problems });
    expect(kyc.state()).toMatchObject({ step: "side", problems: [problems[0]] });
  });

  test("on its way can be canceled, and its late response is ignored", () => {
    const kyc = reviewing();
    kyc.send({ type: "pictureAccepted" });
    const { run } = kyc.state();
    kyc.send({ type: "back" });
    expect(kyc.kinds()).toEqual(["endUpload"]);
    kyc.send({ type: "uploadEnded", run, result: ok(exampleUpload()) });
    expect(kyc.state().step).toBe("side");
  });

  test("is found and continues after a reload", () => {
    const upload = exampleUpload({ state: "uploading", offset: 400 });
    const kyc = loaded(exampleSession({ sides: [{ side: "front", upload }] }));
    expect(kyc.effects()).toEqual([{ type: "findStored", run: kyc.state().run, upload }]);
    kyc.send({ type: "storedFound", run: kyc.state().run, blob: new Blob(["x"]), upload });
    expect(kyc.state()).toMatchObject({ step: "upload", sending: { sentBytes: 400 } });
    expect(kyc.effects()).toMatchObject([{ type: "upload", begun: upload }]);
  });
});

describe("another device", () => {
  const handoff = { url: "https://pay.example/verify/phone#x", expiresAt: "2026-11-22T03:15:00Z" };
  const opened = { expiresAt: handoff.expiresAt, openedAt: "2026-11-22T03:01:00Z" };
  const handedOver = () => {
    const kyc = loaded();
    kyc.send({ type: "handoffWanted" });
    kyc.send({ type: "handoffAnswered", run: kyc.state().run, result: ok(handoff) });
    return kyc;
  };

  test("is followed until it has sent everything", () => {
    const kyc = handedOver();
    expect(kyc.state()).toMatchObject({ step: "handoff", handoff });
    expect(kyc.effects()).toMatchObject([{ type: "load", delayMs: 2000 }]);
    kyc.session(exampleSession({ handoff: opened }));
    expect(kyc.state().step).toBe("handoff");
    kyc.session(exampleSession({ nextAction: "wait" }));
    expect(kyc.state().step).toBe("reading");
  });

  test("is followed after a reload if it was already at work; it follows no other device itself", () => {
    expect(loaded(exampleSession({ handoff: opened })).state().step).toBe("handoff");
    const phone = loaded(exampleSession({ handoff: opened }), { isOtherDevice: true });
    expect(phone.state().step).toBe("side");
  });

  test("has a new code that is shown at once, although the last response has the old code's state", () => {
    const kyc = handedOver();
    kyc.session(exampleSession({ handoff: opened }));
    for (let polls = 0; polls < 5; polls += 1) kyc.session(exampleSession({ handoff: null }));
    kyc.send({ type: "handoffWanted" });
    const newCode = { url: `${handoff.url}y`, expiresAt: "2026-11-22T03:30:00Z" };
    kyc.send({ type: "handoffAnswered", run: kyc.state().run, result: ok(newCode) });
    expect(kyc.state()).toMatchObject({
      handoff: newCode,
      session: { handoff: { expiresAt: newCode.expiresAt, openedAt: null } },
    });
  });

  test("is still followed after a request for a new code failed, and the failure stays until it moves", () => {
    const kyc = handedOver();
    kyc.session(exampleSession({ handoff: opened }));
    kyc.send({ type: "handoffWanted" });
    kyc.send({ type: "handoffAnswered", run: kyc.state().run, result: no(lost) });
    expect(kyc.state()).toMatchObject({ step: "handoff", busy: false, failure: lost });
    expect(kyc.effects()).toMatchObject([{ type: "load", delayMs: 2000 }]);
    kyc.session(exampleSession({ handoff: opened }));
    expect(kyc.state().failure).toMatchObject(lost);
    kyc.session(exampleSession({ nextAction: "wait" }));
    expect(kyc.state()).toMatchObject({ step: "reading", failure: null });
  });

  test("can be left for this device", () => {
    const kyc = handedOver();
    kyc.send({ type: "back" });
    expect(kyc.state()).toMatchObject({ step: "side", handoff: null });
  });
});

describe("a submission", () => {
  test("is sent automatically once all sides are complete, and again after a lost response", () => {
    const kyc = loaded(exampleSession({ nextAction: "submit" }));
    expect(kyc.kinds()).toEqual(["submit"]);
    kyc.stepFails(lost);
    expect(kyc.effects()).toMatchObject([{ type: "submit", delayMs: 1500 }]);
    expect(kyc.state()).toMatchObject({ step: "submitting", stalled: true });
    kyc.stepFails({ code: "kyc_side_missing" });
    // A service that keeps refusing is asked once a second, not in a loop.
    expect(kyc.effects()).toMatchObject([{ type: "load", delayMs: 1000 }]);
  });

  test("is polled often at first, then less, and each result is reported once", () => {
    const kyc = loaded(exampleSession({ nextAction: "wait" }));
    expect(pollDelayMs({ step: "reading", polls: 0 })).toBeLessThan(
      pollDelayMs({ step: "reading", polls: 20 }),
    );
    kyc.session(exampleSession({ nextAction: "wait" }));
    const verified = exampleSession({ nextAction: "none", status: "verified" });
    kyc.session(verified);
    expect(kyc.kinds()).toEqual(["report"]);
    kyc.send({ type: "again" });
    kyc.session(verified);
    expect(kyc.kinds()).toEqual([]);
  });

  test("under review is reported, and polled further", () => {
    const kyc = loaded(exampleSession({ nextAction: "wait", status: "under_review" }));
    expect(kyc.kinds()).toEqual(["report", "load"]);
  });

  test("is asked for again at the time of the next try, by the service's clock", () => {
    const later = { nextAction: "retry", status: "rejected", canRetry: true };
    const retryAt = "2026-11-22T05:30:00.000Z";
    const kyc = loaded(exampleSession({ ...later, retryAt }));
    expect(kyc.effects()).toMatchObject([
      { type: "report" },
      { type: "load", delayMs: 2.5 * 3_600_000 },
    ]);
    kyc.session(exampleSession({ ...later, retryAt: null }));
    expect(kyc.kinds()).toEqual([]);
  });

  test("can be tried again once, however often the button is pressed", () => {
    const rejected = { nextAction: "retry", status: "rejected", canRetry: true };
    const kyc = loaded(exampleSession(rejected));
    kyc.send({ type: "retryWanted" });
    expect(kyc.kinds()).toEqual(["retry"]);
    kyc.send({ type: "retryWanted" });
    expect(kyc.kinds()).toEqual([]);
    kyc.stepFails({ code: "kyc_retry_limit", extra: { retryAt: "2026-11-23T03:00:00Z" } });
    expect(kyc.state()).toMatchObject({ step: "result", busy: false });
    expect(kyc.state().failure?.code).toBe("kyc_retry_limit");
  });
});

describe("the secret", () => {
  test("is renewed wherever its expiry is noticed; without a new one the widget says so", () => {
    const kyc = reviewing();
    kyc.send({ type: "pictureAccepted" });
    const result = no({ code: "client_secret_expired", status: 401 });
    kyc.send({ type: "uploadEnded", run: kyc.state().run, result });
    expect(kyc.kinds()).toEqual(["renewSecret"]);
    const { run } = kyc.state();
    kyc.send({ type: "renewFailed", run });
    expect(kyc.state().step).toBe("refused");

    const renewed = loaded();
    renewed.send({ type: "again" });
    renewed.send({ type: "secretReceived" });
    expect(renewed.kinds()).toEqual(["load"]);
  });

  test("after a refusal, a new one starts over: a lost request can be retried", () => {
    const kyc = loaded();
    kyc.send({ type: "pictureGiven", source: new Blob() });
    kyc.send({ type: "secretReceived" });
    kyc.sessionFails({ code: "client_secret_invalid", status: 401 });
    expect(kyc.state().step).toBe("refused");
    kyc.send({ type: "secretReceived" });
    kyc.sessionFails(lost);
    expect(kyc.state().step).toBe("unreachable");
    expect(kyc.kinds()).toEqual(["refuseLoad", "load"]);
  });

  test("is reported to the page once if it is refused; a lost request is retried", () => {
    const kyc = machine();
    kyc.send({ type: "secretReceived" });
    kyc.sessionFails({ code: "client_secret_invalid", status: 401 });
    expect(kyc.state().step).toBe("refused");
    expect(kyc.kinds()).toEqual(["refuseLoad"]);

    const offline = machine();
    offline.send({ type: "secretReceived" });
    offline.sessionFails(lost);
    expect(offline.state().step).toBe("unreachable");
    expect(offline.kinds()).toEqual(["refuseLoad", "load"]);
    offline.session(exampleSession());
    expect(offline.state().step).toBe("side");
  });
});

function requirement(type: string) {
  return { type, blocks: "submission" as const };
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { examplePicture, exampleSession } from "../testing/examples.ts";
import { lost, machine, ok } from "../testing/machine.ts";
import type { KycEvent } from "./state.ts";

test("in any order of events, the screen is one that the service's last response allows", () => {
  const sessions = [
    exampleSession(),
    exampleSession({ nextAction: "consent" }),
    exampleSession({ nextAction: "submit" }),
    exampleSession({ nextAction: "wait" }),
    exampleSession({ nextAction: "none", status: "verified" }),
    exampleSession({ nextAction: "retry", status: "rejected", canRetry: true }),
  ];
  const events = fc.oneof(
    fc.constantFrom<KycEvent>(
      { type: "secretReceived" },
      { type: "cameraWanted" },
      { type: "pictureAccepted" },
      { type: "pictureDropped" },
      { type: "handoffWanted" },
      { type: "retryWanted" },
      { type: "back" },
      { type: "again" },
      { type: "changeDocument" },
      { type: "consented", documentType: "passport" },
      { type: "pictureGiven", source: new Blob() },
    ),
    fc.record({ kind: fc.constantFrom("session", "step"), at: fc.nat(sessions.length - 1) }),
    fc.constantFrom("prepared", "received", "refused", "handoff", "lost"),
  );
  fc.assert(
    fc.property(fc.array(events, { maxLength: 40 }), (course) => {
      const kyc = machine();
      // The run that requested a handoff: only that run gets the response.
      let handoffRun: number | null = null;
      for (const each of course) {
        const { run } = kyc.state();
        if (each === "prepared") {
          kyc.send({ type: "prepared", run, outcome: { ok: true, picture: examplePicture() } });
        } else if (each === "received" || each === "refused") {
          if (kyc.state().sending) kyc.uploadEnds({ state: each });
        } else if (each === "handoff") {
          if (!kyc.state().busy || run !== handoffRun) continue;
          kyc.send({ type: "handoffAnswered", run, result: ok({ url: "u", expiresAt: "e" }) });
        } else if (each === "lost") {
          kyc.sessionFails(lost);
        } else if (typeof each === "object" && "kind" in each) {
          const session = sessions[each.at] ?? exampleSession();
          if (each.kind === "session") kyc.session(session);
          else kyc.step(session);
        } else {
          kyc.send(each as KycEvent);
          const isNewRun = kyc.state().run !== run;
          if ((each as KycEvent).type === "handoffWanted" && isNewRun) handoffRun = kyc.state().run;
        }
        const { step, session, side, picture, sending } = kyc.state();
        if (["side", "camera", "review", "upload", "handoff"].includes(step)) {
          expect(session?.nextAction, step).toBeDefined();
          if (step !== "handoff") expect(side, step).not.toBeNull();
        }
        if (step === "review") expect(picture).not.toBeNull();
        if (step === "result") expect(["none", "retry"]).toContain(session?.nextAction);
        if (picture !== null) expect(step).toBe("review");
        if (sending !== null) expect(step).toBe("upload");
      }
    }),
    {
      numRuns: 300,
      // The other device sends the last side while the customer checks a picture here.
      examples: [
        [
          [
            { kind: "session", at: 0 },
            { type: "pictureGiven", source: new Blob() },
            "prepared",
            { kind: "session", at: 2 },
          ],
        ],
      ],
    },
  );
});

// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/preact";
import { describe, expect, it } from "vitest";
import { personalTexts } from "../i18n/en/personal.ts";
import { RequirementSteps } from "../steps/requirement-steps.tsx";
import { examplePayment, exampleSession, paid } from "./examples.ts";
import { exampleDeposit } from "./methods/crypto/examples.ts";
import type { RequirementParts } from "./requirement-slot.tsx";
import {
  app,
  field,
  fillIn,
  live,
  open,
  ready,
  refuseToLoad,
  resetBetweenTests,
  show,
  takeOver,
  user,
} from "./testing/open-payment-app.tsx";

resetBetweenTests();

/** Parts in separate files load first. */
const patient = { timeout: 10_000 };

describe("steps without the form", () => {
  it("say that the customer may leave while the bank is working", async () => {
    takeOver(open());
    show({ ...ready, step: "pending", status: "pending", payment: examplePayment() });
    expect((await screen.findByTestId("step-pending")).textContent).toContain(
      "You can leave this page",
    );
    expect(screen.getByTestId("payment-form").hidden).toBe(true);
  });

  it("show an unknown status", async () => {
    takeOver(open());
    show({
      ...ready,
      step: "pending",
      status: "lunar",
      payment: examplePayment({ status: "lunar" }),
    });
    expect((await screen.findByTestId("step-pending")).textContent).toContain("“lunar”");
  });

  it("show the amount, the card and the statement's descriptor", async () => {
    takeOver(open());
    show({ ...ready, step: "success", status: "success", payment: paid });
    const text = (await screen.findByTestId("step-success")).textContent;
    for (const part of [
      "You paid $52.48 to Northwind.",
      "Visa ••••\u00a04242",
      "NORTHWIND",
      paid.paymentId,
    ]) {
      expect(text).toContain(part);
    }
    expect(live()).toBe("Payment complete");
  });

  it("show what was refunded, and nothing of it before", async () => {
    takeOver(open());
    const refunded = { ...paid, refunded: 12.5 };
    show({ ...ready, step: "success", status: "success", payment: refunded });
    const text = (await screen.findByTestId("step-success")).textContent;
    expect(text).toContain("Refunds$12.50");
    show({ ...ready, step: "success", status: "success", payment: paid });
    await waitFor(() =>
      expect(screen.getByTestId("step-success").textContent).not.toContain("Refunds"),
    );
  });

  it("offer to try again when that can help", async () => {
    takeOver(open());
    show({ step: "unreachable" });
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(app.sent).toEqual(["retry"]);
  });

  it("keep typed data when the form comes back", async () => {
    takeOver(open());
    show(ready);
    await fillIn();
    show({ step: "expired", renewing: true });
    await screen.findByTestId("step-renewing");
    show({ step: "form" });
    await waitFor(() => expect(screen.queryByTestId("step-renewing")).toBeNull());
    expect(field("Card number").value).toBe("4242 4242 4242 4242");
  });

  it("says that nothing was charged only while the intent can be read", async () => {
    takeOver(open());
    show({ step: "expired", renewing: false, status: "expired" });
    const ended = await screen.findByTestId("step-expired");
    expect(ended.textContent).toContain("You haven’t been charged.");
    show({ step: "expired", renewing: false, status: null });
    await waitFor(() => expect(ended.textContent).not.toContain("charged"));
    expect(ended.textContent).toContain("Go back to check whether your payment went through.");
  });
});

describe("a requirement before payment", () => {
  const withRequirement = exampleSession(
    {},
    { requirements: [{ type: "customer_data", blocks: "submission" }] },
  );
  const api: RequirementParts["api"] = {
    credentials: { clientSecretKey: "pi_1_secret_x", publishableKey: "pk_1" },
    requirements: async () => ({
      ok: true,
      value: {
        requirements: [{ type: "customer_data", blocks: "submission", fields: ["lastName"] }],
      },
    }),
    fillIn: async () => ({ ok: true, value: { requirements: [] } }),
    startSms: () => Promise.reject(new Error("not asked here")),
    checkSms: () => Promise.reject(new Error("not asked here")),
  };

  it("is shown in place of the form, and the session reloads once it is met", async () => {
    let requestCount = 0;
    const parts: RequirementParts = {
      Steps: RequirementSteps,
      texts: personalTexts,
      api: {
        ...api,
        requirements: () => (requestCount++ === 0 ? api.requirements() : api.fillIn({})),
      },
    };
    takeOver(open(), async () => parts);
    show({ ...ready, step: "blocked", session: withRequirement });
    await user.type(await screen.findByLabelText("Last name"), "Doe");
    await user.click(screen.getByTestId("step-go-on"));
    await waitFor(() => expect(app.sent).toEqual(["requirementsMet"]));
  });

  it("reports that its steps failed to load, and tries again", async () => {
    let isOnline = false;
    takeOver(open(), async () => {
      if (!isOnline) throw new Error("offline");
      return { Steps: RequirementSteps, texts: personalTexts, api };
    });
    show({ ...ready, step: "blocked", session: withRequirement });
    await screen.findByTestId("steps-lost");
    isOnline = true;
    await user.click(screen.getByTestId("steps-retry"));
    await screen.findByLabelText("Last name");
  });

  it("is shown with the service's time, because the device's clock may be wrong", async () => {
    const Steps: RequirementParts["Steps"] = ({ nowMs }) => (
      <p data-testid="steps-time">{new Date(nowMs()).toISOString()}</p>
    );
    takeOver(open(), async () => ({ Steps, texts: personalTexts, api }));
    show({ ...ready, step: "blocked", session: withRequirement });
    expect((await screen.findByTestId("steps-time")).textContent).toBe("2026-11-22T03:00:00.000Z");
  });

  it("is reported at once if this version has no step for it", async () => {
    let loads = 0;
    const countLoads = () => {
      loads += 1;
      return refuseToLoad();
    };
    takeOver(open(), countLoads);
    show({ ...ready, step: "blocked", session: exampleSession({}, { paymentMethodTypes: [] }) });
    await screen.findByTestId("step-blocked");
    expect(loads).toBe(0);
  });
});

it("a deposit replaces the form, even after a reload", async () => {
  takeOver(open());
  show({
    ...ready,
    step: "deposit",
    payment: examplePayment({ type: "crypto", nextAction: exampleDeposit() }),
  });
  await screen.findByTestId("deposit-address", {}, patient);
  expect(screen.getByTestId("payment-form").hidden).toBe(true);
});

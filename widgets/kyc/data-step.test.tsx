// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { kycTexts } from "../i18n/en/kyc.ts";
import { personalTexts } from "../i18n/en/personal.ts";
import { KycApp } from "./kyc-app.tsx";
import { startKyc } from "./start-kyc.tsx";
import { exampleSession } from "./testing/examples.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const bearer = (init: RequestInit | undefined) =>
  new Headers(init?.headers).get("authorization")?.replace("Bearer ", "");

/** Shows the step for a missing field. The service accepts only the secret that `valid` returns. */
function show(field: string, valid: () => string) {
  const saved = vi.fn();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (bearer(init) !== valid()) {
      return Response.json({ errorCode: "client_secret_expired", message: "" }, { status: 401 });
    }
    const requirement = { type: "customer_data", blocks: "submission", fields: [field] } as const;
    if (path === "/v1/client/kyc") {
      return Response.json(exampleSession({ nextAction: "consent", requirements: [requirement] }));
    }
    saved(path, JSON.parse(String(init?.body)));
    return Response.json({ requirements: [] });
  });
  const running = startKyc({
    clientSecret: "kyc_1_secret_1",
    publishableKey: "pk_1",
    language: "en",
    locale: "en-US",
    place: "frame",
    documentType: null,
    report: () => undefined,
    fetchClientSecret: async () => "kyc_1_secret_2",
  });
  render(<KycApp running={running} texts={kycTexts} locale="en-US" place="frame" />);
  return { running, saved, user: userEvent.setup() };
}

test("a date of birth is compared with the service's time: the device's clock may be years off", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(1980, 0, 1) });
  const { running, saved, user } = show("dateOfBirth", () => "kyc_1_secret_1");
  await user.type(await screen.findByTestId("field-dateOfBirth"), "04231985");
  await user.click(screen.getByTestId("step-go-on"));
  await waitFor(() =>
    expect(saved).toHaveBeenCalledWith("/v1/client/customer-data", { dateOfBirth: "1985-04-23" }),
  );
  running.end();
});

test("a secret that expires while the customer types is renewed, and what they typed stays", async () => {
  let current = "kyc_1_secret_1";
  const { running, saved, user } = show("lastName", () => current);
  const name = await screen.findByTestId<HTMLInputElement>("field-lastName");
  await user.type(name, "Doe");
  current = "kyc_1_secret_2";
  await user.click(screen.getByTestId("step-go-on"));
  expect((await screen.findByTestId("step-problem")).textContent).toBe(personalTexts.steps.unknown);
  await waitFor(() => expect(running.flow.state().busy).toBe(false));
  expect(name.isConnected && name.value).toBe("Doe");
  await user.click(screen.getByTestId("step-go-on"));
  await waitFor(() =>
    expect(saved).toHaveBeenCalledWith("/v1/client/customer-data", { lastName: "Doe" }),
  );
  running.end();
});

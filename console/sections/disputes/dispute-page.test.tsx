// @vitest-environment happy-dom
import { act, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { DisputeCase } from "#contract/console/disputes";
import type { StaffRole } from "#contract/console/roles";
import { changeLanguage } from "../../i18n/current-texts.ts";
import { go } from "../../router/place.ts";
import { takeSession } from "../../session/session.ts";
import { exampleCase } from "../../testing/example-disputes.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { Asking } from "../../ui/ask.tsx";
import { daysUntil } from "./days-left.tsx";
import DisputePage from "./dispute-page.tsx";

signedInAs("admin");

function show(found: DisputeCase, answers: Record<string, unknown> = {}) {
  const requests = fakeService({ "GET /disputes/dsp_1": found, ...answers });
  render(
    <>
      <DisputePage parts={{ id: "dsp_1" }} />
      <Asking />
    </>,
  );
  return { sent: () => requests.filter(({ method }) => method !== "GET") };
}
const done = { disputeId: "dsp_1", status: "needs-response" };
const stored = (fields: Record<string, string>) =>
  exampleCase({ evidence: { fields, files: [], submittedAt: null } }, { known: {} });

it("says how many days are left, what wins, and fills in what is known", async () => {
  show(exampleCase());
  expect((await screen.findByTestId("days-left")).textContent).toBe("5 days left");
  expect(screen.getByText(/Show that it arrived/)).toBeTruthy();
  expect((screen.getByLabelText("Customer’s name") as HTMLInputElement).value).toBe("Ada Lovelace");
  expect(screen.getAllByText("Filled in from your records. Check it.")).toHaveLength(2);
});

it("shows by itself that the processor has the answer", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const sending = exampleCase(
      { status: "under-review", canRespond: false },
      { answer: "requested" },
    );
    let found = sending;
    fakeService({ "GET /disputes/dsp_1": () => found });
    render(<DisputePage parts={{ id: "dsp_1" }} />);
    await screen.findByText(/^The answer is on its way/);
    await act(async () => {});
    found = { ...sending, answer: "done" };
    await act(async () => void (await vi.advanceTimersByTimeAsync(5_000)));
  } finally {
    vi.useRealTimers();
  }
  await waitFor(() => expect(screen.queryByText(/^The answer is on its way/)).toBeNull());
});

it("saves changed and prefilled fields, and only then lets staff submit", async () => {
  const { sent } = show(exampleCase(), { "PUT /disputes/dsp_1/evidence": done });
  await userEvent.type(await screen.findByLabelText("Tracking number"), "1Z9");
  await userEvent.click(screen.getByTestId("evidence-submit"));
  expect(screen.queryByTestId("ask")).toBeNull();
  await userEvent.click(screen.getByTestId("evidence-save"));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({
    fields: {
      trackingNumber: "1Z9",
      customerName: "Ada Lovelace",
      productDescription: "100 credits",
    },
    files: {},
  });
});

it("empties a stored text with null", async () => {
  const { sent } = show(stored({ trackingNumber: "1Z9" }), {
    "PUT /disputes/dsp_1/evidence": done,
  });
  await userEvent.clear(await screen.findByLabelText("Tracking number"));
  await userEvent.click(screen.getByTestId("evidence-save"));
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ fields: { trackingNumber: null } }));
});

it("keeps what is typed while a save is under way, and over a later read", async () => {
  let finish: (value: unknown) => void = () => {};
  const saved = new Promise((resolve) => {
    finish = resolve;
  });
  const after = { ...stored({ trackingNumber: "1Z9" }), version: 4, refundedBefore: 20 };
  const reads = [stored({}), after];
  const { sent } = show(stored({}), {
    "GET /disputes/dsp_1": () => (reads.length > 1 ? reads.shift() : reads[0]),
    "PUT /disputes/dsp_1/evidence": () => saved,
  });
  await userEvent.type(await screen.findByLabelText("Tracking number"), "1Z9");
  await userEvent.click(screen.getByTestId("evidence-save"));
  await userEvent.type(screen.getByLabelText("Carrier"), "UPS");
  finish(done);
  await screen.findByTestId("refunded-before");
  await userEvent.click(screen.getByTestId("evidence-save"));
  await waitFor(() =>
    expect(sent().at(-1)?.body).toEqual({ fields: { shippingCarrier: "UPS" }, files: {} }),
  );
});

it("asks before the person leaves typed evidence, but not prefilled evidence", async () => {
  show(exampleCase());
  await screen.findByTestId("evidence-form");
  expect(await go("/console/disputes")).toBe(true);
  await userEvent.type(screen.getByLabelText("Tracking number"), "1Z9");
  const leaving = go("/console/payments");
  await userEvent.click(await screen.findByTestId("ask-no"));
  expect(await leaving).toBe(false);
});

it("leaves a field empty that was filled in and then emptied", async () => {
  const name = () => screen.getByLabelText<HTMLInputElement>("Customer’s name");
  const evidence = { fields: { productDescription: "100 credits" }, files: [], submittedAt: null };
  const after = { ...exampleCase({ evidence }), version: 4 };
  const reads = [exampleCase(), after];
  show(exampleCase(), {
    "GET /disputes/dsp_1": () => (reads.length > 1 ? reads.shift() : reads[0]),
    "PUT /disputes/dsp_1/evidence": done,
  });
  await screen.findByTestId("evidence-form");
  await userEvent.clear(name());
  await userEvent.click(screen.getByTestId("evidence-save"));
  const submit = screen.getByTestId("evidence-submit");
  await waitFor(() => expect(submit.isConnected && submit.dataset["waits"]).toBeUndefined());
  expect(name().value).toBe("");
});

it("has nothing to save after a chosen file is removed", async () => {
  show(stored({ trackingNumber: "1Z9" }));
  const input = await screen.findByLabelText("Proof of delivery");
  await userEvent.upload(input, new File(["%PDF"], "a.pdf", { type: "application/pdf" }));
  await userEvent.click(await screen.findByRole("button", { name: /^Remove/ }));
  expect(screen.getByTestId("evidence-save").dataset["waits"]).toBe("");
  expect(screen.getByTestId("evidence-submit").dataset["waits"]).toBeUndefined();
});

it("reads the dispute again after a refusal, so that the next try uses the version on the screen", async () => {
  const reads = [
    stored({ trackingNumber: "1" }),
    { ...stored({ trackingNumber: "2" }), version: 4 },
  ];
  const { sent } = show(stored({}), {
    "GET /disputes/dsp_1": () => (reads.length > 1 ? reads.shift() : reads[0]),
    "POST /disputes/dsp_1/submit": new Refusal(409, "conflicting_state"),
  });
  await userEvent.click(await screen.findByTestId("evidence-submit"));
  await userEvent.click(screen.getByTestId("ask-yes"));
  await screen.findByDisplayValue("2");
  expect(screen.getByTestId("failure")).toBeTruthy();
  await userEvent.click(screen.getByTestId("evidence-submit"));
  await userEvent.click(screen.getByTestId("ask-yes"));
  await waitFor(() =>
    expect(sent().map(({ body }) => body)).toEqual([{ version: 3 }, { version: 4 }]),
  );
});

it("submits the version on the screen after one confirmation", async () => {
  const { sent } = show(stored({ trackingNumber: "1Z9" }), { "POST /disputes/dsp_1/submit": done });
  await userEvent.click(await screen.findByTestId("evidence-submit"));
  await userEvent.click(screen.getByTestId("ask-yes"));
  await waitFor(() => expect(sent()).toMatchObject([{ body: { version: 3 } }]));
});

it("accepts after two confirmations, the second with the amount", async () => {
  const { sent } = show(stored({}), { "POST /disputes/dsp_1/accept": done });
  await userEvent.click(await screen.findByTestId("dispute-accept"));
  await userEvent.click(screen.getByTestId("ask-yes"));
  expect(await screen.findByText("Give up $49.99 for good?")).toBeTruthy();
  expect(sent()).toHaveLength(0);
  await userEvent.click(screen.getByTestId("ask-yes"));
  await waitFor(() => expect(sent()).toMatchObject([{ body: { version: 3 } }]));
});

it("shows a refusal in the language on the screen", async () => {
  await changeLanguage("es");
  show(stored({ trackingNumber: "1" }), {
    "POST /disputes/dsp_1/submit": new Refusal(409, "dispute_not_answerable"),
  });
  await userEvent.click(await screen.findByTestId("evidence-submit"));
  await userEvent.click(screen.getByTestId("ask-yes"));
  expect(await screen.findByText(/Ya no se puede responder a esta disputa/)).toBeTruthy();
});

it.each<[StaffRole, Partial<DisputeCase["dispute"]>, Partial<DisputeCase>]>([
  ["viewer", {}, {}],
  ["admin", { status: "won", outcome: "won", canRespond: false }, { canAccept: false }],
])("shows no form to a %s who cannot answer", async (role, overrides, more) => {
  takeSession(exampleSession(role));
  show(exampleCase(overrides, more));
  await screen.findByTestId("dispute-answer");
  expect(screen.queryByTestId("evidence-form")).toBeNull();
});

it("says that a processor takes answers only in its own portal", async () => {
  const elsewhere = { canAccept: false, answersElsewhere: true };
  show(exampleCase({ canRespond: false }, elsewhere));
  expect(await screen.findByText(/takes answers in its own portal only/)).toBeTruthy();
});

it("does not call a dispute unanswered that somebody answered in the processor's portal", async () => {
  show(exampleCase({ status: "under-review", canRespond: false }, { canAccept: false }));
  expect(await screen.findByText(/^Answered in the processor’s own portal/)).toBeTruthy();
  expect(screen.queryByText("No evidence was sent.")).toBeNull();
});

it("shows a debit that was returned after a refund, with the refunded amount", async () => {
  const overrides = {
    network: "ach",
    reasonCode: "R10",
    category: "unauthorized_debit",
    status: "lost",
    outcome: "lost",
    canRespond: false,
    respondBy: null,
  };
  show(exampleCase(overrides, { canAccept: false, refundedBefore: 20 }));
  expect((await screen.findByTestId("refunded-before")).textContent).toContain("$20.00");
  expect(screen.getByText(/allows no answer to a debit/)).toBeTruthy();
});

it("counts whole days", () => {
  const nowMs = Date.parse("2026-03-01T12:00:00Z");
  expect(daysUntil("2026-03-04T12:00:00Z", nowMs)).toBe(3);
  expect(daysUntil("2026-03-02T11:00:00Z", nowMs)).toBe(0);
  expect(daysUntil("2026-03-01T11:00:00Z", nowMs)).toBe(-1);
});

it("keeps the stored file when a file chosen in its place is removed", async () => {
  const name = "stored.pdf";
  const type = { contentType: "application/pdf", sizeBytes: 9, pages: 1 };
  const addedAt = "2026-03-07T18:20:00.000Z";
  const files = [{ kind: "receipt", name, ...type, addedAt }];
  const found = exampleCase({
    category: "fraudulent",
    evidence: { fields: {}, files, submittedAt: null },
  });
  const { sent } = show(found, { "PUT /disputes/dsp_1/evidence": done });
  const input = await screen.findByLabelText("Receipt");
  await userEvent.upload(input, new File(["%PDF-"], "new.pdf", { type: "application/pdf" }));
  await screen.findByText("new.pdf");
  await userEvent.click(screen.getByRole("button", { name: "Remove Receipt" }));
  expect(await screen.findByText(/stored\.pdf/)).toBeTruthy();
  await userEvent.click(screen.getByTestId("evidence-save"));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ files: {} });
});

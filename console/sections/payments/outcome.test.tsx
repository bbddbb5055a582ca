// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { useState } from "preact/hooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OutcomeAlarm, OutcomeForStaff, OutcomeMark } from "#contract/console/outcomes";
import { changeLanguage } from "../../i18n/current-texts.ts";
import { reentry, takeSession } from "../../session/session.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { Asking } from "../../ui/ask.tsx";
import { Page } from "../../ui/page.tsx";
import { Toasts } from "../../ui/toasts.tsx";
import { Outcome } from "./outcome.tsx";

signedInAs("reviewer");

const path = "/payments/pi_1/attempts/pay_1";
const at = "2026-03-12T09:00:00.000Z";
const unknown = {
  checks: 12,
  nextCheckAt: at,
  canMark: true,
  markableAt: at,
  onlyFailed: false,
  isWithinLimit: true,
  needsSecondPerson: false,
  seen: "processing.1.northbank.none",
};
const mark: OutcomeMark = {
  markId: "omk_1",
  outcome: "failed",
  reference: null,
  note: "Support says so",
  statement: null,
  file: null,
  state: "applied",
  markedBy: "Ada",
  decidedBy: null,
  isOwn: false,
  version: 1,
  createdAt: at,
  decidedAt: at,
  confirmedAt: null,
};
const alarm: OutcomeAlarm = {
  alarmId: "oal_1",
  problem: "happened_after_all",
  source: "look_up",
  reference: "ch_1",
  state: "open",
  resolution: null,
  note: null,
  resolvedBy: null,
  canAccept: true,
  version: 3,
  openedAt: at,
  resolvedAt: null,
};

const nothing: OutcomeForStaff = {
  subjectType: "payment",
  subjectId: "pay_1",
  unknown: null,
  canLookUp: false,
  marks: [],
  alarms: [],
};

/** The next read of this page no longer contains the unknown outcome. */
function PaymentKnownAfterReload() {
  const [isKnown, setIsKnown] = useState(false);
  const outcome = { ...nothing, unknown, canLookUp: true };
  return (
    <Page title="Payment" testId="page">
      <Outcome
        outcome={isKnown ? undefined : outcome}
        path={path}
        reload={() => setIsKnown(true)}
      />
    </Page>
  );
}

function show(overrides: Partial<OutcomeForStaff>, answers: Record<string, unknown> = {}) {
  const reload = vi.fn();
  const requests = fakeService(answers);
  const outcome: OutcomeForStaff = { ...nothing, ...overrides };
  render(
    <>
      <Outcome outcome={outcome} path={path} canNoLongerCancel hasOtherSuccess reload={reload} />
      <Asking />
      <Toasts />
    </>,
  );
  return { requests, reload };
}

it("looks a payment up and shows what the processor said", async () => {
  const { requests, reload } = show(
    { unknown, canLookUp: true },
    {
      [`POST ${path}/look-up`]: { answer: "pending", reference: "ch_1", reason: null },
    },
  );
  expect(screen.getByText(/cannot be canceled, because the card may/)).toBeTruthy();
  await userEvent.click(screen.getByTestId("outcome-look-up"));
  await screen.findByText(/still working on it/);
  expect(screen.getByText("ch_1")).toBeTruthy();
  expect(reload).toHaveBeenCalledOnce();
  expect(requests.map((request) => request.path)).toEqual([`${path}/look-up`]);
});

it("shows the result after another look-up has finished", async () => {
  const answers = ["running", "pending"];
  const { requests } = show(
    { unknown, canLookUp: true },
    {
      [`POST ${path}/look-up`]: () => ({ answer: answers.shift(), reference: null, reason: null }),
    },
  );
  await userEvent.click(screen.getByTestId("outcome-look-up"));
  await screen.findByText(/Another look-up is running/);
  await screen.findByText(/still working on it/);
  expect(requests).toHaveLength(2);
});

it("stops trying when the outcome becomes known, or a retry is refused", async () => {
  const running = { answer: "running", reference: null, reason: null };
  const answers: unknown[] = [running, new Refusal(409, "conflicting_state")];
  const { requests } = show(
    { unknown, canLookUp: true },
    { [`POST ${path}/look-up`]: () => answers.shift() },
  );
  await userEvent.click(screen.getByTestId("outcome-look-up"));
  await screen.findByText(/Another look-up is running/);
  await waitFor(() => expect(screen.queryByText(/Another look-up is running/)).toBeNull());
  expect(screen.getByTestId("outcome-look-up").getAttribute("aria-disabled")).toBeNull();
  expect(requests).toHaveLength(2);
});

describe("while another look-up runs", () => {
  const running = { answer: "running", reference: null, reason: null };
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => {
    vi.useRealTimers();
    reentry.value = null;
  });
  const lookUp = async (answer: unknown) => {
    const { requests } = show({ unknown, canLookUp: true }, { [`POST ${path}/look-up`]: answer });
    fireEvent.click(screen.getByTestId("outcome-look-up"));
    await pass(0);
    return requests;
  };
  /** Answers arrive and effects run after the timers. */
  const pass = (seconds: number) =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(seconds * 1000);
    });

  it("retries at growing intervals, and after two minutes says when to look up again", async () => {
    const requests = await lookUp(running);
    for (const [seconds, count] of [
      [2, 2],
      [3.9, 2],
      [0.1, 3],
      [8, 4],
      [16, 5],
    ] as const) {
      await pass(seconds);
      expect(requests).toHaveLength(count);
    }
    for (let rounds = 0; rounds < 20; rounds++) await pass(30);
    expect(requests).toHaveLength(8);
    expect(screen.getByTestId("outcome-answer").textContent).toContain("in a few minutes");
    expect(screen.getByTestId("outcome-look-up").getAttribute("aria-disabled")).toBeNull();
    fireEvent.click(screen.getByTestId("outcome-look-up"));
    await pass(0);
    await pass(2);
    expect(requests).toHaveLength(10);
  });

  it("waits while the tab is hidden or the person is signed out", async () => {
    const requests = await lookUp(running);
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    await act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await pass(600);
    expect(requests).toHaveLength(1);
    visibility.mockRestore();
    await act(() => {
      reentry.value = exampleSession("reviewer");
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await pass(600);
    expect(requests).toHaveLength(1);
    await act(() => {
      reentry.value = null;
    });
    await pass(2);
    expect(requests).toHaveLength(2);
  });

  it("obeys Retry-After and does not show it as a failure", async () => {
    const tooMany = () =>
      Response.json(
        { message: "later", errorCode: "rate_limited" },
        { status: 429, headers: { "retry-after": "9" } },
      );
    const answers: unknown[] = [running, tooMany(), { ...running, answer: "pending" }];
    const requests = await lookUp(() => answers.shift());
    await pass(2);
    expect(requests).toHaveLength(2);
    await pass(8.9);
    expect(requests).toHaveLength(2);
    expect(screen.queryByTestId("failure")).toBeNull();
    await pass(0.1);
    expect(requests).toHaveLength(3);
    expect(screen.getByTestId("outcome-answer").textContent).toContain("still working on it");
  });
});

it("does not say that a look-up's result counts when a person entered the outcome", async () => {
  const answer = { answer: "approved", reference: "ch_1", reason: null };
  show({ canLookUp: true, marks: [mark] }, { [`POST ${path}/look-up`]: answer });
  await userEvent.click(screen.getByTestId("outcome-look-up"));
  await screen.findByText("The processor says that the card was charged");
  expect(screen.queryByText(/The payment is a success/)).toBeNull();
});

it("still shows what a look-up found, and takes the focus, when nothing else is left to show", async () => {
  const answer = { answer: "approved", reference: "ch_1", reason: null };
  fakeService({ [`POST ${path}/look-up`]: answer });
  render(<PaymentKnownAfterReload />);
  await userEvent.click(screen.getByTestId("outcome-look-up"));
  await screen.findByText("The processor charged the card. The payment is a success.");
  expect(screen.queryByTestId("outcome-look-up")).toBeNull();
  expect(screen.queryByText("Outcome unknown")).toBeNull();
  const answered = screen.getByTestId("outcome-answer").parentElement;
  await waitFor(() => expect(document.activeElement).toBe(answered));
});

it("says why an entry is refused although the outcome is known by then", async () => {
  fakeService({ [`POST ${path}/mark`]: new Refusal(409, "outcome_known") });
  render(<PaymentKnownAfterReload />);
  await userEvent.click(screen.getByTestId("outcome-enter"));
  await userEvent.type(screen.getByLabelText("How you know"), "Dashboard");
  await userEvent.click(screen.getByTestId("outcome-confirm"));
  await screen.findByText("The outcome is already known.");
});

it("asks what happened and how the person knows, and sends what was seen", async () => {
  const { requests, reload } = show(
    { unknown, canLookUp: true },
    { [`POST ${path}/mark`]: { subjectId: "pay_1" } },
  );
  await userEvent.click(screen.getByTestId("outcome-enter"));
  await userEvent.selectOptions(screen.getByLabelText("What happened"), "success");
  await userEvent.click(screen.getByTestId("outcome-confirm"));
  await screen.findByText("Enter the ID that the processor shows.");
  expect(requests).toEqual([]);
  await userEvent.type(screen.getByLabelText("Processor's ID of the charge"), "ch_9");
  await userEvent.type(screen.getByLabelText("How you know"), "Dashboard");
  await userEvent.click(screen.getByTestId("outcome-confirm"));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(requests[0]?.body).toEqual({
    outcome: "success",
    reference: "ch_9",
    note: "Dashboard",
    seen: unknown.seen,
  });
  await screen.findByText("Outcome entered.");
});

it("says why an entry is refused, in the person's language", async () => {
  await changeLanguage("es");
  show(
    { unknown, canLookUp: true },
    { [`POST ${path}/mark`]: new Refusal(409, "processor_reference_taken") },
  );
  await userEvent.click(screen.getByTestId("outcome-enter"));
  await userEvent.type(screen.getByLabelText("Cómo lo sabe"), "Panel");
  await userEvent.click(screen.getByTestId("outcome-confirm"));
  await screen.findByText("Este ID pertenece a otro pago, reembolso o pago saliente. Compruébelo.");
});

it("offers no entry before it is allowed, above the role's limit, or to viewers", () => {
  show({ unknown: { ...unknown, canMark: false }, canLookUp: true });
  expect(screen.queryByTestId("outcome-enter")).toBeNull();
  cleanup();
  show({ unknown: { ...unknown, isWithinLimit: false }, canLookUp: true });
  expect(screen.queryByTestId("outcome-enter")).toBeNull();
  expect(screen.getByText(/above your role's limit/)).toBeTruthy();
  cleanup();
  takeSession(exampleSession("viewer"));
  show({ unknown, canLookUp: true, alarms: [alarm] });
  expect(screen.queryByTestId("outcome-look-up")).toBeNull();
  expect(screen.queryByTestId("outcome-enter")).toBeNull();
  expect(screen.queryByTestId("outcome-resolve")).toBeNull();
});

it("lets a second person approve an entry, but not the person who made it", async () => {
  const waiting = { ...mark, state: "waiting" };
  const { requests } = show(
    { unknown, canLookUp: true, marks: [waiting] },
    { "POST /outcome-marks/omk_1/decision": { subjectId: "pay_1" } },
  );
  expect(screen.queryByTestId("outcome-enter")).toBeNull();
  await userEvent.click(screen.getByTestId("outcome-approve"));
  await userEvent.click(screen.getByTestId("ask-yes"));
  await waitFor(() => expect(requests[0]?.body).toEqual({ approve: true, version: 1 }));
  cleanup();
  show({ unknown, marks: [{ ...waiting, isOwn: true }] });
  expect(screen.queryByTestId("outcome-approve")).toBeNull();
  expect(screen.getByText("Another person must approve it.")).toBeTruthy();
});

it("shows a disagreement, says that the customer paid twice, and resolves it with a reason", async () => {
  const { requests, reload } = show(
    { marks: [mark], alarms: [alarm] },
    { "POST /outcome-alarms/oal_1/resolution": { subjectId: "pay_1" } },
  );
  expect(screen.getByText("The processor says that the card was charged")).toBeTruthy();
  expect(screen.getByText(/also has another successful payment/)).toBeTruthy();
  expect(screen.getByText("Support says so")).toBeTruthy();
  await userEvent.click(screen.getByTestId("outcome-resolve"));
  await userEvent.click(screen.getByTestId("outcome-resolve-confirm"));
  await screen.findByText("Enter how you know.");
  await userEvent.type(screen.getByLabelText("How you know"), "Report of today");
  await userEvent.click(screen.getByTestId("outcome-resolve-confirm"));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(requests[0]?.body).toEqual({ action: "accept", note: "Report of today", version: 3 });
});

it("keeps the dialog with its refusal when someone else has resolved the disagreement", async () => {
  fakeService({ "POST /outcome-alarms/oal_1/resolution": new Refusal(409, "conflicting_state") });
  function Resolved() {
    const [state, setState] = useState("open");
    const alarms = [{ ...alarm, state }];
    return (
      <Outcome outcome={{ ...nothing, alarms }} path={path} reload={() => setState("resolved")} />
    );
  }
  render(<Resolved />);
  await userEvent.click(screen.getByTestId("outcome-resolve"));
  await userEvent.type(screen.getByLabelText("How you know"), "Report of today");
  await userEvent.click(screen.getByTestId("outcome-resolve-confirm"));
  await waitFor(() =>
    expect(screen.getByTestId("outcome-alarm").getAttribute("data-state")).toBe("resolved"),
  );
  const dialog = within(screen.getByTestId("outcome-resolve-dialog"));
  expect(await dialog.findByTestId("failure")).toBeTruthy();
  expect((screen.getByLabelText("How you know") as HTMLInputElement).value).toBe("Report of today");
});

it("sends a file with the evidence, and explains one that the service would refuse", async () => {
  const { requests, reload } = show(
    { unknown, canLookUp: true },
    { [`POST ${path}/mark`]: { subjectId: "pay_1" } },
  );
  await userEvent.click(screen.getByTestId("outcome-enter"));
  const user = userEvent.setup({ applyAccept: false });
  const input = screen.getByLabelText("File with the evidence (optional)");
  await user.upload(input, new File(["text"], "note.txt", { type: "text/plain" }));
  await screen.findByText("Choose a PDF, JPEG or PNG.");
  await user.upload(input, new File(["%PDF-"], "dashboard.pdf", { type: "application/pdf" }));
  await screen.findByText("dashboard.pdf");
  expect(screen.queryByText("Choose a PDF, JPEG or PNG.")).toBeNull();
  await userEvent.type(screen.getByLabelText("How you know"), "Dashboard");
  await userEvent.click(screen.getByTestId("outcome-confirm"));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(requests[0]?.body).toMatchObject({
    outcome: "failed",
    file: { name: "dashboard.pdf", contentType: "application/pdf", content: btoa("%PDF-") },
  });
});

it("offers the evidence to staff who decide, not to viewers", () => {
  const file = { name: "dashboard.pdf", contentType: "application/pdf", sizeBytes: 5 };
  const waiting = { ...mark, state: "waiting", file };
  show({ unknown, marks: [waiting] });
  expect(screen.getByTestId("outcome-file").getAttribute("href")).toBe(
    "/console/api/outcome-marks/omk_1/file",
  );
  cleanup();
  takeSession(exampleSession("viewer"));
  show({ unknown, marks: [waiting] });
  expect(screen.queryByTestId("outcome-file")).toBeNull();
});

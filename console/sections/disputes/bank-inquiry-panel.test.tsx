// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { DisputeCase, InquiryForStaff } from "#contract/console/disputes";
import { takeSession } from "../../session/session.ts";
import { exampleCase } from "../../testing/example-disputes.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import DisputePage from "./dispute-page.tsx";

signedInAs("reviewer");

const open: InquiryForStaff = {
  openedBy: "Rae Reviewer",
  note: "By letter",
  answeredAt: null,
  answeredBy: null,
  answerNote: null,
  closesAt: null,
  canRecordAnswer: true,
  canWithdraw: true,
};
const debit = {
  processor: "ach",
  network: "ach",
  reasonCode: "proof_of_authorization",
  category: "unauthorized_debit",
  stage: "inquiry",
  canRespond: false,
  fee: null,
  bankReference: "2026-0317",
};

function show(
  inquiry: InquiryForStaff | null,
  overrides: Partial<DisputeCase["dispute"]> = {},
  related: DisputeCase["related"] = [],
) {
  const found = exampleCase({ ...debit, ...overrides }, { canAccept: false, inquiry, related });
  const requests = fakeService({
    "GET /disputes/dsp_1": found,
    "POST /disputes/dsp_1/record-answer": { disputeId: "dsp_1", status: "under-review" },
  });
  render(<DisputePage parts={{ id: "dsp_1" }} />);
  return { sent: () => requests.filter(({ method }) => method !== "GET") };
}

it("says what to do, offers the mandate, and asks for no evidence", async () => {
  show(open);
  expect((await screen.findByTestId("days-left")).textContent).toBe("5 days left");
  expect(screen.getByText(/Send the mandate to your bank before the deadline/)).toBeTruthy();
  expect(screen.getAllByTestId("mandate-pdf")[0]?.getAttribute("href")).toBe(
    "/console/api/payments/pi_1/attempts/pay_1/mandate",
  );
  expect(screen.getByText("By letter")).toBeTruthy();
  expect(
    screen.getByText("Unauthorized debit · Bank asks for proof of authorization"),
  ).toBeTruthy();
  expect(screen.queryByTestId("evidence-form")).toBeNull();
  expect(screen.queryByText("Fee")).toBeNull();
});

it("records the answer with its time and the version on the screen", async () => {
  const { sent } = show(open);
  await userEvent.click(await screen.findByTestId("record-answer"));
  fireEvent.input(screen.getByLabelText(/^Answered on/), { target: { value: "2026-03-20T10:00" } });
  await userEvent.type(screen.getByLabelText(/^Note/), "By fax");
  await userEvent.click(screen.getByTestId("record-answer-confirm"));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({
    version: 3,
    result: "answered",
    answeredAt: new Date("2026-03-20T10:00").toISOString(),
    note: "By fax",
  });
});

it("refuses an answer with a future time", async () => {
  const { sent } = show(open);
  await userEvent.click(await screen.findByTestId("record-answer"));
  fireEvent.input(screen.getByLabelText(/^Answered on/), { target: { value: "2099-03-20T10:00" } });
  await userEvent.click(screen.getByTestId("record-answer-confirm"));
  expect(await screen.findByText("Enter a time that has passed.")).toBeTruthy();
  expect(sent()).toEqual([]);
});

it("after an answer, lets staff record only that the bank no longer needs one", async () => {
  const { sent } = show(
    { ...open, canRecordAnswer: false, answeredAt: "2026-03-21T09:00:00.000Z", answeredBy: "api" },
    { status: "under-review" },
  );
  expect(await screen.findByText("Your server")).toBeTruthy();
  await userEvent.click(screen.getByTestId("record-answer"));
  expect(screen.queryByLabelText(/^Answered on/)).toBeNull();
  await userEvent.click(screen.getByTestId("record-answer-confirm"));
  await waitFor(() => expect(sent()).toMatchObject([{ body: { result: "withdrawn" } }]));
});

it("links the inquiry and the later return of the debit", async () => {
  show(
    { ...open, canRecordAnswer: false, canWithdraw: false },
    { status: "lost", outcome: "lost" },
    [
      {
        disputeId: "dsp_2",
        network: "ach",
        reasonCode: "R10",
        category: "unauthorized_debit",
        stage: "chargeback",
        status: "lost",
        openedAt: "2026-04-01T09:00:00.000Z",
      },
    ],
  );
  const rows = await screen.findAllByTestId("related-dispute");
  expect(rows.map((row) => row.textContent)).toMatchObject([/Inquiry.*On this page/, /R10/]);
  expect(screen.getByRole("link", { name: "Chargeback" }).getAttribute("href")).toBe(
    "/console/disputes/dsp_2",
  );
  expect(screen.queryByTestId("record-answer")).toBeNull();
});

it("does not let viewers record an answer", async () => {
  takeSession(exampleSession("viewer"));
  show(open);
  await screen.findAllByTestId("mandate-pdf");
  expect(screen.queryByTestId("record-answer")).toBeNull();
});

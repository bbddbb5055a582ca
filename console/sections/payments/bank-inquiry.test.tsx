// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { PaymentDetail } from "#contract/console/payments";
import { takeSession } from "../../session/session.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { BankDetails } from "./bank-details.tsx";

signedInAs("reviewer");

const path = "POST /payments/pi_1/attempts/pay_1/inquiries";
const done = { disputeId: "dsp_1", status: "needs-response" };
type Dispute = PaymentDetail["disputes"][number];

function show(
  responses: Record<string, unknown> = {},
  status = "settled",
  disputes: object[] = [],
) {
  const requests = fakeService(responses);
  const attempt = { paymentId: "pay_1", ach: { status }, bars: [] };
  render(
    <BankDetails
      paymentIntentId="pi_1"
      attempt={attempt as unknown as PaymentDetail["attempts"][number]}
      disputes={disputes as Dispute[]}
      reload={() => {}}
    />,
  );
  return requests;
}
const type = (label: RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });

it("offers the mandate and opens an inquiry with what the bank wrote", async () => {
  const requests = show({ [path]: done });
  expect((await screen.findByTestId("mandate-pdf")).getAttribute("href")).toBe(
    "/console/api/payments/pi_1/attempts/pay_1/mandate",
  );
  await userEvent.click(screen.getByTestId("open-inquiry"));
  type(/^Bank’s deadline/, "2099-05-01T17:00");
  type(/^Bank’s reference/, " 2026-0317 ");
  await userEvent.click(screen.getByTestId("inquiry-confirm"));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toEqual({
    reason: "proof_of_authorization",
    respondBy: new Date("2099-05-01T17:00").toISOString(),
    bankReference: "2026-0317",
  });
  await waitFor(() => expect(screen.queryByTestId("inquiry-dialog")).toBeNull());
});

it("requires a deadline in the future, and focuses its field", async () => {
  const requests = show({ [path]: done });
  await userEvent.click(await screen.findByTestId("open-inquiry"));
  type(/^Bank’s deadline/, "2020-05-01T17:00");
  await userEvent.click(screen.getByTestId("inquiry-confirm"));
  expect(await screen.findByText("Enter a time in the future.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Bank’s deadline/));
  expect(requests).toHaveLength(0);
});

it("says why the service refuses", async () => {
  show({ [path]: new Refusal(409, "inquiry_open") });
  await userEvent.click(await screen.findByTestId("open-inquiry"));
  await userEvent.click(screen.getByTestId("inquiry-confirm"));
  expect(await screen.findByText("This debit has an inquiry that is still open.")).toBeTruthy();
});

it.each(["needs-response", "under-review"])(
  "offers no second inquiry beside one that is %s",
  async (status) => {
    show({}, "settled", [{ paymentId: "pay_1", stage: "inquiry", status }]);
    await screen.findByTestId("mandate-pdf");
    expect(screen.queryByTestId("open-inquiry")).toBeNull();
  },
);

it("offers an inquiry beside that of another debit, and after one that ended", async () => {
  show({}, "settled", [
    { paymentId: "pay_2", stage: "inquiry", status: "needs-response" },
    { paymentId: "pay_1", stage: "inquiry", status: "expired" },
  ]);
  expect(await screen.findByTestId("open-inquiry")).toBeTruthy();
});

it("gives viewers the mandate only", async () => {
  takeSession(exampleSession("viewer"));
  show();
  await screen.findByTestId("mandate-pdf");
  expect(screen.queryByTestId("open-inquiry")).toBeNull();
});

it("offers nothing for a debit that did not reach the bank", async () => {
  show({}, "queued");
  await screen.findByTestId("bank-debit");
  expect(screen.queryByTestId("bank-inquiry")).toBeNull();
});

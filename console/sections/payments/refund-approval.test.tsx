// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { RefundForStaff } from "#contract/console/refunds";
import { takeSession } from "../../session/session.ts";
import { exampleRefund } from "../../testing/example-refunds.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { Asking } from "../../ui/ask.tsx";
import { Page } from "../../ui/page.tsx";
import { RefundApproval } from "./refund-approval.tsx";
import { WaitingRefunds } from "./waiting-refunds.tsx";

signedInAs("reviewer");

const waits = { approval: "needed", version: 3 } as const;
function show(refund: RefundForStaff, response: unknown = {}) {
  const reload = vi.fn();
  const requests = fakeService({ "POST /refunds/ref_1/decision": response });
  render(
    <>
      <RefundApproval refund={refund} reload={reload} />
      <Asking />
    </>,
  );
  return { requests, reload };
}

it.each([
  ["refund-approve", true, "We send $22.15 to the customer at once."],
  ["refund-decline", false, "The refund is canceled. No money goes back to the customer."],
])("%s asks first, and decides the version that was seen", async (button, approve, text) => {
  const { requests, reload } = show(exampleRefund(waits), exampleRefund());
  await userEvent.click(screen.getByTestId(button));
  expect(screen.getByText(text)).toBeTruthy();
  expect(requests).toEqual([]);
  await userEvent.click(screen.getByTestId("ask-yes"));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(requests.map(({ body }) => body)).toEqual([{ approve, version: 3 }]);
});

it("moves the focus from the decided request to the page's heading, or to the section around it", async () => {
  fakeService({ "POST /refunds/ref_1/decision": exampleRefund() });
  const page = (refund: RefundForStaff, hasSection: boolean) => {
    const approval = <RefundApproval refund={refund} reload={() => {}} />;
    return (
      <>
        <Page title="Payment" testId="page">
          {hasSection ? (
            <section tabIndex={-1} aria-label="Refunds" children={approval} />
          ) : (
            approval
          )}
        </Page>
        <Asking />
      </>
    );
  };
  for (const hasSection of [false, true]) {
    const { rerender } = render(page(exampleRefund(waits), hasSection));
    await userEvent.click(screen.getByTestId("refund-decline"));
    await userEvent.click(screen.getByTestId("ask-yes"));
    rerender(page(exampleRefund({ approval: "refused", decidedBy: "Ana" }), hasSection));
    const place = hasSection ? screen.getByRole("region") : screen.getByRole("heading");
    await waitFor(() => expect(document.activeElement).toBe(place));
    cleanup();
  }
});

it("explains a refusal in the console's own words", async () => {
  show(exampleRefund(waits), new Refusal(403, "refund_approval_by_requester"));
  await userEvent.click(screen.getByTestId("refund-approve"));
  await userEvent.click(screen.getByTestId("ask-yes"));
  await screen.findByText(/Another person must approve it\./);
});

it("offers nothing to the requester or to viewers, and says what was decided", () => {
  show(exampleRefund({ ...waits, isOwn: true }));
  expect(
    screen.getByText("Another person must approve it. Nothing has been sent yet."),
  ).toBeTruthy();
  expect(screen.queryByTestId("refund-approve")).toBeNull();
  cleanup();
  takeSession(exampleSession("viewer"));
  show(exampleRefund(waits));
  expect(screen.queryByTestId("refund-approve")).toBeNull();
  cleanup();
  show(exampleRefund({ approval: "given", decidedBy: "Ana" }));
  expect(screen.getByText("Approved by Ana")).toBeTruthy();
});

it("lists waiting refunds above the payments, for staff who can refund", async () => {
  const list = { data: [exampleRefund(waits)], page: 1, size: 10, total: 1 };
  fakeService({ "GET /refunds/waiting?size=10": list });
  render(<WaitingRefunds />);
  const line = await screen.findByRole("link", { name: /22\.15/ });
  expect(line.getAttribute("href")).toBe("/console/payments/pi_1");
  cleanup();
  takeSession(exampleSession("viewer"));
  render(<WaitingRefunds />);
  expect(screen.queryByTestId("waiting-refunds")).toBeNull();
});

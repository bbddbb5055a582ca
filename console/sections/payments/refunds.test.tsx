// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { PaymentDetail } from "#contract/console/payments";
import type { RefundForStaff } from "#contract/console/refunds";
import type { StaffRole } from "#contract/console/roles";
import { forgetQueries } from "../../client/use-query.ts";
import { changeLanguage } from "../../i18n/current-texts.ts";
import { takeSession } from "../../session/session.ts";
import {
  exampleRefund,
  exampleRefundable,
  exampleRefundedPayment,
} from "../../testing/example-refunds.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { Asking } from "../../ui/ask.tsx";
import PaymentPage from "./payment-page.tsx";

signedInAs("admin");

/** Shows the payment's page. `responses` contains the service's responses to changes. */
function show(detail: PaymentDetail, responses: Record<string, unknown> = {}) {
  const requests = fakeService({ "GET /payments/pi_1": detail, ...responses });
  render(
    <>
      <PaymentPage parts={{ id: "pi_1" }} />
      <Asking />
    </>,
  );
  const sent = () => requests.filter(({ method }) => method === "POST");
  return { requests, sent };
}

async function open(): Promise<ReturnType<typeof within>> {
  await userEvent.click(await screen.findByTestId("refund-open"));
  return within(await screen.findByTestId("refund-dialog"));
}

async function retype(label: string, text: string) {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
}
const amount = "Amount to refund (USD)";
const breakdown = () => screen.getByTestId("refund-breakdown").textContent;
const confirm = () => screen.getByTestId("refund-confirm");
const amountError = () => screen.queryByTestId("error-amount")?.textContent;
const lines = async () => (await screen.findAllByTestId("refund")).map((line) => line.textContent);

it("shows the disputes of the payment with deadline and link, and each refund's postings", async () => {
  const respondBy = new Date(Date.now() + 5.5 * 24 * 3_600_000).toISOString();
  const dispute = {
    disputeId: "dsp_1",
    paymentId: "pay_1",
    amount: 22.15,
    currency: "USD",
    network: "visa",
    reasonCode: "13.1",
    category: "not_received",
    stage: "chargeback",
    status: "needs-response",
    respondBy,
  };
  show({ ...exampleRefundedPayment([exampleRefund()]), disputes: [dispute] });
  const line = await screen.findByTestId("payment-dispute");
  expect(within(line).getByTestId("days-left").textContent).toBe("5 days left");
  expect(within(line).getByRole("link", { name: "Not received" }).getAttribute("href")).toBe(
    "/console/disputes/dsp_1",
  );
  const refund = within(screen.getByTestId("refund"));
  expect(refund.getByTestId("postings-link").getAttribute("href")).toContain(
    `resource=${exampleRefund().refundId}`,
  );
});

describe("the dialog", () => {
  it("leaves out what a lost dispute took", async () => {
    show(exampleRefundedPayment([], exampleRefundable({ lostBaseMinor: 4_000 })));
    await open();
    expect((screen.getByLabelText(amount) as HTMLInputElement).value).toBe("60.00");
  });

  it("starts with everything that is left, and shows live what the customer gets back", async () => {
    show(exampleRefundedPayment());
    const dialog = await open();
    expect((screen.getByLabelText(amount) as HTMLInputElement).value).toBe("100.00");
    expect(dialog.getByText("Up to $100.00. Fees and tax are added in proportion.")).toBeTruthy();
    expect(breakdown()).toBe(
      "Base$100.00Processing fees$2.50Sales tax$8.25The customer gets back$110.75",
    );
    expect(confirm().textContent).toBe("Refund $110.75");
    await retype(amount, "20");
    expect(breakdown()).toBe(
      "Base$20.00Processing fees$0.50Sales tax$1.65The customer gets back$22.15",
    );
    expect(confirm().textContent).toBe("Refund $22.15");
  });

  it("returns the rest of each part with the rest of the base, and hides parts of zero", async () => {
    const returned = { baseMinor: 3_333, feesMinor: 83, taxMinor: 275 };
    show(exampleRefundedPayment([exampleRefund()], exampleRefundable({ returned })));
    expect((await screen.findByTestId("refunds")).textContent).toContain(
      "Can still be refunded: $66.67",
    );
    await open();
    expect(breakdown()).toContain("Processing fees$1.67Sales tax$5.50");
    cleanup();
    forgetQueries();
    const paid = { baseMinor: 10_000, feesMinor: 0, taxMinor: 0 };
    show(exampleRefundedPayment([], exampleRefundable({ paid })));
    const dialog = await open();
    expect(dialog.getByText("Up to $100.00.")).toBeTruthy();
    expect(breakdown()).toBe("Base$100.00The customer gets back$100.00");
  });

  it("sends the amount, the reason, the note and what was seen, and reads the payment again", async () => {
    const returned = { baseMinor: 1_000, feesMinor: 25, taxMinor: 82 };
    const { requests, sent } = show(exampleRefundedPayment([], exampleRefundable({ returned })), {
      "POST /payments/pi_1/refunds": exampleRefund(),
    });
    await open();
    await retype(amount, "12.5");
    await userEvent.selectOptions(screen.getByLabelText("Reason"), "Not delivered");
    await userEvent.type(screen.getByLabelText(/Note for staff/), " Parcel was lost ");
    await userEvent.click(confirm());
    await waitFor(() => expect(screen.queryByTestId("refund-dialog")).toBeNull());
    expect(sent().map(({ path, body }) => [path, body])).toEqual([
      [
        "/payments/pi_1/refunds",
        {
          amount: 12.5,
          reason: "not_delivered",
          note: "Parcel was lost",
          seenReturnedMinor: 1_000,
          paymentId: "pay_1",
        },
      ],
    ]);
    await waitFor(() => expect(requests.filter(({ method }) => method === "GET")).toHaveLength(2));
  });

  it("sends no note if none was typed", async () => {
    const { sent } = show(exampleRefundedPayment(), {
      "POST /payments/pi_1/refunds": exampleRefund(),
    });
    await open();
    await userEvent.click(confirm());
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toEqual({
      amount: 100,
      reason: "requested_by_customer",
      seenReturnedMinor: 0,
      paymentId: "pay_1",
    });
  });

  it.each(["", "0", "-5", "abc", "1,50", "10.005", "1e2", "100.01"])(
    "refuses the amount “%s” with the most that is possible, and sends nothing",
    async (typed) => {
      const { sent } = show(exampleRefundedPayment());
      await open();
      await retype(amount, typed);
      expect(amountError()).toBeUndefined();
      expect(screen.queryByTestId("refund-breakdown")).toBeNull();
      expect(confirm().textContent).toBe("Refund payment");
      await userEvent.click(confirm());
      expect(amountError()).toContain("Enter an amount up to $100.00.");
      expect(document.activeElement).toBe(screen.getByLabelText(amount));
      await retype(amount, "5");
      expect(amountError()).toBeUndefined();
      expect(sent()).toEqual([]);
    },
  );

  it("says at once how much of a payment the role may refund, including earlier refunds", async () => {
    takeSession(exampleSession("reviewer"));
    const returned = { baseMinor: 3_000, feesMinor: 75, taxMinor: 248 };
    const refundable = exampleRefundable({ returned, limitMinor: 5_000 });
    const { sent } = show(exampleRefundedPayment([], refundable), {
      "POST /payments/pi_1/refunds": exampleRefund(),
    });
    await open();
    const refusal = "Your role can refund up to $50.00 of a payment. An admin can refund more.";
    expect(amountError()).toContain(refusal);
    await retype(amount, "20.01");
    expect(amountError()).toContain(refusal);
    await userEvent.click(confirm());
    expect(sent()).toEqual([]);
    await retype(amount, "20");
    expect(amountError()).toBeUndefined();
    await userEvent.click(confirm());
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  it("keeps what was typed and shows the refusal, even when nothing is left by then", async () => {
    const left = exampleRefundedPayment();
    const none = exampleRefundedPayment([exampleRefund({ amount: 100 })], null);
    let isRefunded = false;
    const { sent } = show(left, {
      "GET /payments/pi_1": () => (isRefunded ? none : left),
      "POST /payments/pi_1/refunds": () => {
        isRefunded = true;
        return new Refusal(409, "conflicting_state");
      },
    });
    await open();
    await retype(amount, "30");
    await userEvent.click(confirm());
    const failure = await screen.findByTestId("failure");
    expect(failure.textContent).toContain("This has changed since you opened it.");
    await lines();
    expect(screen.getByTestId("refund-dialog").contains(failure)).toBe(true);
    expect((screen.getByLabelText(amount) as HTMLInputElement).value).toBe("30");
    expect(sent()[0]?.body).toMatchObject({ seenReturnedMinor: 0 });
    await userEvent.click(screen.getByTestId("refund-dismiss"));
    expect(screen.queryByTestId("refund-dialog")).toBeNull();
    expect(screen.queryByTestId("refund-open")).toBeNull();
  });

  it.each([
    ["refund_exceeds_payment", "This is more than the payment has left to refund.", "Queda menos"],
    ["payment_not_refundable", "This payment can't be refunded.", "Este pago no se puede"],
    ["refund_limit_exceeded", "Your role can't refund that much.", "Su rol no puede"],
  ])("explains %s, in Spanish too", async (code, english, spanish) => {
    show(exampleRefundedPayment(), { "POST /payments/pi_1/refunds": new Refusal(400, code) });
    await open();
    await userEvent.click(confirm());
    expect((await screen.findByTestId("failure")).textContent).toContain(english);
    await changeLanguage("es");
    await userEvent.click(confirm());
    await waitFor(() => expect(screen.getByTestId("failure").textContent).toContain(spanish));
  });
});

describe("the list", () => {
  it("shows who asked, why, how the money went back, and the note and the ARN", async () => {
    const reference = { type: "arn", value: "74537606071000000000123" };
    const done = { status: "success", reason: "duplicate", note: "Called twice" };
    const other = { refundId: "ref_2", status: "success", kind: "void", requestedBy: "API" };
    show(exampleRefundedPayment([exampleRefund({ ...done, reference }), exampleRefund(other)]));
    const [first, second] = await lines();
    expect(first).toMatch(/Paid twice.*Requested by Ana Pérez.*Refunded to the account that paid/);
    expect(first).toMatch(/74537606071000000000123.*Called twice.*\$22\.15/);
    expect(second).toMatch(/Requested by API.*Charge voided: it disappears from the statement/);
  });

  it.each([
    ["card_closed", "The card’s account is closed", "La cuenta de la tarjeta está cerrada"],
    ["returned_by_bank", "The customer’s bank sent the refund back", "El banco del cliente"],
    ["moon_phase", "The money could not be returned. (moon_phase)", "No se pudo devolver"],
    ["ach_r03", "The customer’s bank sent the refund back. (R03)", "(R03)"],
  ])("explains the failure %s, in Spanish too", async (code, english, spanish) => {
    const message = "The money could not be returned.";
    const at = "2026-03-04T10:00:00.000Z";
    const messages = [{ code, message, at }];
    show(exampleRefundedPayment([exampleRefund({ status: "failed", messages })]));
    expect((await lines())[0]).toContain(english);
    await changeLanguage("es");
    await waitFor(() => expect(screen.getByTestId("refund").textContent).toContain(spanish));
  });

  it("says why a refund waits and since when, in Spanish too", async () => {
    const at = "2026-03-04T10:00:00.000Z";
    const messages = [{ code: "balance_too_low", message: "It will be sent later.", at }];
    show(exampleRefundedPayment([exampleRefund({ status: "pending", messages })]));
    const waits = await screen.findByTestId("refund-waits");
    expect(waits.textContent).toMatch(/balance at the bank or processor is too low.*\(since .+\)/);
    await changeLanguage("es");
    await waitFor(() =>
      expect(screen.getByTestId("refund-waits").textContent).toMatch(
        /saldo en el banco o procesador es insuficiente.*\(desde .+\)/,
      ),
    );
  });

  it.each([
    ["does not say", null],
    ["says as soon as the processor confirms", "2026-03-04T10:00:00.000Z"],
  ])("%s how the money went back if a person entered that it did", async (_, confirmedAt) => {
    const refund = exampleRefund({ status: "success", kind: "void" });
    const mark = {
      markId: "omk_1",
      outcome: "success",
      reference: "re_1",
      note: "Seen",
      statement: null,
      file: null,
      state: "applied",
      markedBy: "Ada",
      decidedBy: null,
      isOwn: false,
      version: 1,
      createdAt: refund.createdAt,
      decidedAt: refund.createdAt,
      confirmedAt,
    };
    const outcome = {
      subjectType: "refund",
      subjectId: "ref_1",
      unknown: null,
      canLookUp: true,
      marks: [mark],
      alarms: [],
    };
    show({ ...exampleRefundedPayment([refund]), outcomes: [outcome] });
    const [line] = await lines();
    expect(line).toContain("The money was returned");
    expect(line?.includes("Charge voided")).toBe(confirmedAt !== null);
  });

  it("cancels a refund that was not sent, after a confirmation", async () => {
    const waiting = exampleRefund({ canCancel: true });
    let current: RefundForStaff = waiting;
    const { sent } = show(exampleRefundedPayment(), {
      "GET /payments/pi_1": () => exampleRefundedPayment([current]),
      "POST /refunds/ref_1/cancel": () => {
        current = exampleRefund({ status: "canceled" });
        return current;
      },
    });
    await userEvent.click(await screen.findByTestId("refund-cancel"));
    expect(screen.getByTestId("ask").textContent).toContain("It has not been sent yet.");
    await userEvent.click(screen.getByTestId("ask-no"));
    expect(sent()).toEqual([]);
    await userEvent.click(screen.getByTestId("refund-cancel"));
    await userEvent.click(screen.getByTestId("ask-yes"));
    await waitFor(() => expect(screen.getByTestId("refund").textContent).toContain("Canceled"));
    expect(sent().map(({ path }) => path)).toEqual(["/refunds/ref_1/cancel"]);
    expect(screen.queryByTestId("refund-cancel")).toBeNull();
  });

  it("says that a refund was sent before it could be canceled", async () => {
    show(exampleRefundedPayment([exampleRefund({ canCancel: true })]), {
      "POST /refunds/ref_1/cancel": new Refusal(409, "refund_not_cancelable"),
    });
    await userEvent.click(await screen.findByTestId("refund-cancel"));
    await userEvent.click(screen.getByTestId("ask-yes"));
    expect((await screen.findByTestId("failure")).textContent).toContain(
      "The refund was already sent.",
    );
  });

  it.each([
    ["viewer", false],
    ["reviewer", true],
    ["admin", true],
  ] as [StaffRole, boolean][])("offers a %s to refund and cancel: %s", async (role, can) => {
    takeSession(exampleSession(role));
    show(exampleRefundedPayment([exampleRefund({ canCancel: true })]));
    await lines();
    expect(screen.queryByTestId("refund-open") !== null).toBe(can);
    expect(screen.queryByTestId("refund-cancel") !== null).toBe(can);
  });

  it("is absent if nothing was refunded and nothing can be", async () => {
    show(exampleRefundedPayment([], null));
    await screen.findByTestId("payment");
    expect(screen.queryByTestId("refunds")).toBeNull();
  });
});

it("speaks Spanish", async () => {
  await changeLanguage("es");
  show(exampleRefundedPayment([exampleRefund()]));
  const panel = await screen.findByTestId("refunds");
  expect(panel.textContent).toContain("Lo pidió el cliente");
  await open();
  const dialog = screen.getByTestId("refund-dialog");
  expect(dialog.textContent).toContain("Reembolsar el pago");
  expect(breakdown()).toBe(
    "Base$100.00Comisiones$2.50Impuesto sobre la venta$8.25El cliente recibe$110.75",
  );
  await retype("Importe del reembolso (USD)", "101");
  await userEvent.click(confirm());
  expect(amountError()).toContain("Escriba un importe de hasta $100.00.");
});

it("offers a reversal of a whole ACH debit, and names the last day for it", async () => {
  const refundable = exampleRefundable({ reversibleUntil: "2026-03-13" });
  const { sent } = show(exampleRefundedPayment([], refundable), {
    "POST /payments/pi_1/refunds": exampleRefund({ achError: "wrong_amount" }),
  });
  const dialog = await open();
  await userEvent.selectOptions(dialog.getByLabelText("How the money goes back"), "wrong_amount");
  expect(dialog.getByText(/Only for an error, until .*13/)).toBeTruthy();
  await retype(amount, "50");
  expect(dialog.getByText("A reversal returns the whole debit.")).toBeTruthy();
  await userEvent.click(confirm());
  expect(sent()).toEqual([]);
  await retype(amount, "100");
  await userEvent.click(confirm());
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ amount: 100, achError: "wrong_amount" });
});

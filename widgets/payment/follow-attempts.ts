import { tellHeadings } from "../client/tell-headings.ts";
import type { CardFields } from "../fields/card-fields.ts";
import type { PaymentStep } from "./machine/state.ts";
import type { MethodForms } from "./methods/method-forms.ts";
import type { PaymentPage } from "./page-channel.ts";
import type { PaymentFlow } from "./payment-flow.ts";

/** What {@link followAttempts} works on. */
export interface RunningPayment {
  readonly root: HTMLElement;
  readonly page: Pick<PaymentPage, "send">;
  readonly flow: Pick<PaymentFlow, "state" | "subscribe">;
  readonly forms: Pick<MethodForms, "get">;
  readonly fields: Pick<CardFields, "clear">;
}

const followed = new WeakSet<object>();

/**
 * After the customer has paid, by the widget's button or the page's: outcomes are scrolled into view,
 * and a security code that the bank refused is asked for again. Its field is emptied, because a code
 * is typed again and not corrected like a number. A page that is only being loaded keeps its place and
 * its focus. A second call for the same flow does nothing.
 */
export function followAttempts({ root, page, flow, forms, fields }: RunningPayment): void {
  if (followed.has(flow)) return;
  followed.add(flow);
  let before: PaymentStep = flow.state().step;
  let hasPaid = false;
  tellHeadings(root, page, () => hasPaid);
  flow.subscribe(() => {
    const { step, notice, method } = flow.state();
    hasPaid ||= step === "paying";
    const wasUnderWay = before !== "loading" && before !== "form";
    before = step;
    const isCodeWrong =
      notice?.type === "declined" && notice.payment.messages.at(-1)?.code === "incorrect_cvc";
    if (!wasUnderWay || step !== "form" || !isCodeWrong) return;
    // The inputs are inert until the view has been drawn again.
    setTimeout(() => {
      if (method === "card") fields.clear(["cvc"]);
      forms.get(method)?.refuse("cvc", "card_cvc_invalid");
    });
  });
}

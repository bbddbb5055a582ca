import { reportHeadings } from "../client/report-headings.ts";
import { smoothHeights } from "../client/smooth-heights.ts";
import type { CardFields } from "../fields/card-fields.ts";
import type { PaymentStep } from "./machine/state.ts";
import type { MethodForms } from "./methods/method-forms.ts";
import type { PaymentPage } from "./page-channel.ts";
import type { PaymentFlow } from "./payment-flow.ts";

export interface RunningPayment {
  readonly root: HTMLElement;
  readonly page: Pick<PaymentPage, "send">;
  readonly flow: Pick<PaymentFlow, "state" | "subscribe">;
  readonly forms: Pick<MethodForms, "get">;
  readonly fields: Pick<CardFields, "clear" | "state">;
}

const followed = new WeakSet<object>();

/**
 * Scrolls outcomes into view after the customer has paid, with the widget's button or the page's. Empties a refused
 * security code, because people retype it. A page that is only loading keeps its position and focus. A second call for
 * the same flow does nothing.
 */
export function followAttempts({ root, page, flow, forms, fields }: RunningPayment): void {
  if (followed.has(flow)) return;
  followed.add(flow);
  const isUnderWay = (step: PaymentStep) => step !== "loading" && step !== "form";
  const first = flow.state();
  // This part can load after the customer has paid. Then the card is typed; in a page that only loads it is not.
  const isDeclined = first.step === "form" && first.notice?.type === "declined";
  let hasPaid = !fields.state().empty && (isDeclined || isUnderWay(first.step));
  let before: PaymentStep = hasPaid ? "paying" : first.step;
  reportHeadings(root, page, () => hasPaid);
  smoothHeights(root);
  const look = () => {
    const state = flow.state();
    const { step, method } = state;
    hasPaid ||= step === "paying";
    const wasUnderWay = isUnderWay(before);
    before = step;
    if (!wasUnderWay || state.step !== "form" || state.notice?.type !== "declined") return;
    if (state.notice.payment.messages.at(-1)?.code !== "incorrect_cvc") return;
    // The inputs are inert until the next render.
    setTimeout(() => {
      if (method === "card") fields.clear(["cvc"]);
      forms.get(method)?.refuse("cvc", "card_cvc_invalid");
    });
  };
  flow.subscribe(look);
  look();
}

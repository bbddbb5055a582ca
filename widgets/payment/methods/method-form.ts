/**
 * A payment method as the widget needs it: a form in the list of methods, and what the flow asks of it. A new
 * method is a component of {@link MethodFormView}, loaded by load-method-form.ts, and nothing else.
 *
 * What always holds:
 * - Typed data is only in the form. The form stays in the document, hidden, while another method or step is
 *   shown, so that nothing is lost.
 * - The flow asks only the chosen method's form, and calls `read` only after `check` found nothing.
 * - A form never shows a price. It reports what may change it (`onQuoteWanted`) and receives the answer.
 */
import type { ComponentType } from "preact";
import type { SubmitPayment } from "#contract/client/payments";
import type { ClientSession, Quote, QuoteRequest } from "#contract/client/session";
import type { ApiFailure } from "../../client/api-failure.ts";
import type { MethodKey } from "../offered-methods.ts";

type WithoutShared<T> = T extends unknown ? Omit<T, "total" | "browser"> : never;

/** Body of an attempt without what every method sends: the total that was shown, and the browser. */
export type MethodSubmission = WithoutShared<SubmitPayment>;

/** What the flow asks of a form. */
export interface MethodForm {
  /**
   * Shows every error next to its field, focuses the first, and returns their number; 0: the form can be sent.
   * Runs at each press of Pay, in the same task: if it returns 0, a window may open here.
   */
  check(): number;
  /**
   * What to send, agreed to at `quote`: the mandate's version, the rate. The answer stays the same until
   * something is typed.
   */
  read(quote: Quote): MethodSubmission;
  /** Shows next to `field` that the service refused it with this error code (machine/refused-attempt.ts). */
  refuse(field: string, code: string): void;
  /**
   * What the page may know about the form: whether it is complete, and whether it is empty. Left out if there
   * is nothing to type.
   */
  completeness?(): { readonly complete: boolean; readonly empty: boolean };
  /** Focuses the first field. */
  focus(): void;
  /** Empties the form after payment. */
  clear(): void;
  /** The security code for the next step of 3-D Secure; the service never stores it. */
  cvc?(): string | null;
}

/** Props of every payment method's form. */
export interface MethodFormProps {
  readonly method: MethodKey;
  readonly session: ClientSession;
  /** The price of this method and what comes with it; null until it arrives. */
  readonly quote: Quote | null;
  /** Why there is no price. */
  readonly quoteFailure: ApiFailure | null;
  /** Whether this method is chosen; otherwise the form is hidden. */
  readonly active: boolean;
  readonly locale: string;
  /** Passes the form up when it is ready, and null when it goes. Always pass the same object. */
  readonly onForm: (form: MethodForm | null) => void;
  /** Typed data may change the price or what comes with it. The first quote is requested without this. */
  readonly onQuoteWanted: (request: QuoteRequest) => void;
  /** {@link MethodForm.completeness} may have changed. */
  readonly onTyped: () => void;
  /** A field was corrected, so the announcement about wrong fields ends. */
  readonly onMended: () => void;
}

/** A form loaded with its texts and styles. */
export type MethodFormView = ComponentType<MethodFormProps>;

/**
 * A payment method: a form in the list, and what the flow asks of it. A new method is a component of {@link
 * MethodFormView}, loaded by load-method-form.ts, and nothing else.
 * What always holds:
 * - Only the form holds typed data. It stays in the document, hidden, while another method or step is shown.
 * - The flow asks only the chosen method's form, and calls `read` only after `check` found nothing.
 * - A form never shows a price. It reports what may change it (`onQuoteWanted`) and receives the response.
 */
import type { ComponentType } from "preact";
import type { SubmitPayment } from "#contract/client/payments";
import type { ClientSession, Quote, QuoteRequest } from "#contract/client/session";
import type { ApiFailure } from "../../client/api-failure.ts";
import type { MethodKey } from "../offered-methods.ts";

type WithoutShared<T> = T extends unknown ? Omit<T, "total" | "browser"> : never;

/** What one method sends, without what every method sends: the total that was shown, and the browser. */
export type MethodSubmission = WithoutShared<SubmitPayment>;

export interface MethodForm {
  /**
   * Shows every error next to its field, focuses the first, and returns their number; 0: the form can be sent. Runs in
   * the task of each press of Pay: after 0, a window may open here.
   */
  check(): number;
  /**
   * What to send, agreed to at `quote`: the mandate's version, the rate. The submission stays the same until the
   * customer types something.
   */
  read(quote: Quote): MethodSubmission;
  /** Shows a refusal's error code next to `field` (machine/refused-attempt.ts). */
  refuse(field: string, code: string): void;
  /** What the page may know about the form. Left out if there is nothing to type. */
  completeness?(): { readonly complete: boolean; readonly empty: boolean };
  focus(): void;
  /** Empties the form after payment. */
  clear(): void;
  /** The security code for the next step of 3-D Secure; the service never stores it. */
  cvc?(): string | null;
}

export interface MethodFormProps {
  readonly method: MethodKey;
  readonly session: ClientSession;
  /** The price and what comes with it; null until it arrives. */
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
  /** The customer corrected a field, so the announcement about wrong fields ends. */
  readonly onMended: () => void;
}

export type MethodFormView = ComponentType<MethodFormProps>;

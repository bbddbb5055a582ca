/**
 * A way to pay, as the payment widget needs it: a form that stands in the list of methods, and what the
 * flow asks of that form. A new way is a component of {@link MethodFormView}, loaded by
 * load-method-form.ts, and nothing else.
 *
 * What holds:
 * - what is typed lives in the form alone; it stays in the document, hidden, while another way is chosen or
 *   a step is shown, so that nothing is lost;
 * - the flow asks the form of the chosen way only, and `read` only after `check` found nothing;
 * - a form never shows a price: it says what may change it (`onQuoteWanted`), and gets the answer.
 */
import type { ComponentType } from "preact";
import type { SubmitPayment } from "#contract/client/payments";
import type { ClientSession, Quote, QuoteRequest } from "#contract/client/session";
import type { ApiFailure } from "../../client/api-failure.ts";
import type { MethodKey } from "../offered.ts";

type WithoutShared<T> = T extends unknown ? Omit<T, "total" | "browser"> : never;

/** Body of an attempt but for what every method brings: the total that was shown, and the browser. */
export type MethodSubmission = WithoutShared<SubmitPayment>;

/** What the flow asks of a form. */
export interface MethodForm {
  /**
   * Shows all that is wrong beside its fields, focuses the first of them, and tells how many there are; 0:
   * it can be sent. Called at each press of Pay, in the same task: a window may be opened here, when it
   * answers 0.
   */
  check(): number;
  /** What is sent, agreed to at `quote`: the mandate's version, the rate. Same answer until something is typed. */
  read(quote: Quote): MethodSubmission;
  /** Says beside `field` that the service refused it by this error code (machine/refused-attempt.ts). */
  refuse(field: string, code: string): void;
  /**
   * What the page may know of the form: whether it can be sent, and whether it is untouched. Left out where
   * there is nothing to type: it can be sent.
   */
  standing?(): { readonly complete: boolean; readonly empty: boolean };
  /** The focus into the first field. */
  focus(): void;
  /** Forgets what was typed: it was paid. */
  clear(): void;
  /** The security code, which the service never keeps, for the next step of 3-D Secure. */
  cvc?(): string | null;
}

/** What every form of a way to pay takes. */
export interface MethodFormProps {
  readonly method: MethodKey;
  readonly session: ClientSession;
  /** The price of this method with what comes along; null until it is there. */
  readonly quote: Quote | null;
  /** Why there is none. */
  readonly quoteFailure: ApiFailure | null;
  /** The method is the chosen one; false: the form is hidden. */
  readonly active: boolean;
  readonly locale: string;
  /** Hands the form over, once it is there, and null when it goes. Keep what is handed over the same. */
  readonly onForm: (form: MethodForm | null) => void;
  /** Something was typed that may change the price or what is told with it; the first quote is asked for without. */
  readonly onQuoteWanted: (request: QuoteRequest) => void;
  /** {@link MethodForm.standing} may be another one now. */
  readonly onTyped: () => void;
  /** Something was mended: what was said aloud about wrong fields is over. */
  readonly onMended: () => void;
}

/** A form that is loaded with its words and looks. */
export type MethodFormView = ComponentType<MethodFormProps>;

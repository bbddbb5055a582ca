import type { GalleryEntry } from "./gallery-entry.ts";
import { renderPayment, type ShownPayment } from "./render-payment.tsx";

export interface PaymentExample extends ShownPayment {
  readonly title: string;
  readonly note?: string;
  /** Whether the page has its own button. */
  readonly ownButton?: boolean;
  /** Payment methods that the frame's page names before the session has loaded. */
  readonly offered?: readonly string[];
}

/** Builds the entries of one group; the key is the last part of their links. */
export function paymentEntriesOf(
  prefix: string,
  group: string,
  examples: Readonly<Record<string, PaymentExample>>,
): readonly GalleryEntry[] {
  return Object.entries(examples).map(
    ([id, { title, note, ownButton = false, offered = ["card"], ...shown }]) => ({
      id: `${prefix}-${id}`,
      group,
      title,
      ...(note === undefined ? {} : { note }),
      render(place, view) {
        const { dataset } = document.documentElement;
        dataset["submit"] = ownButton ? "page" : "here";
        dataset["methods"] = offered.join(" ");
        dataset["choice"] = offered.length > 1 ? "many" : "one";
        return renderPayment(place, view, shown);
      },
    }),
  );
}

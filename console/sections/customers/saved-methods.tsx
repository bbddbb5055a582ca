import type { SavedPaymentMethod } from "#contract/api/payment-methods";
import type { StoppedSavedCard } from "#contract/console/card-stops";
import { savedCardDone } from "#contract/console/customers";
import { cardStopTexts } from "../../i18n/card-stop-texts.ts";
import { TimeText } from "../../ui/time-text.tsx";
import { LiftStop } from "../payments/lift-stop.tsx";
import { methodText } from "../payments/method-text.ts";

interface SavedMethodsProps {
  readonly methods: readonly SavedPaymentMethod[];
  readonly stopped: readonly StoppedSavedCard[];
  /** The customer's path in the API. */
  readonly path: string;
  readonly reload: () => void;
}

/** Saved cards and accounts. A stopped card shows the date until which it is not charged. */
export function SavedMethods({ methods, stopped, path, reload }: SavedMethodsProps) {
  const words = cardStopTexts.value;
  return (
    <span class="lines" data-testid="saved-methods">
      {methods.map(({ paymentMethodId: id, type, paymentMethod }) => {
        const stop = stopped.find(({ paymentMethodId }) => paymentMethodId === id);
        return (
          <span key={id} class="saved-method">
            <span class="two-lines">
              <bdi>{methodText(type, paymentMethod)}</bdi>
              {stop && (
                <span class="muted small" data-testid="stopped-card">
                  {words.savedUntil} <TimeText at={stop.endsAt} />
                </span>
              )}
            </span>
            {type === "card" && (
              <LiftStop
                path={`${path}/payment-methods/${encodeURIComponent(id)}`}
                schema={savedCardDone}
                seen={stop?.paymentIds ?? []}
                reload={reload}
              />
            )}
          </span>
        );
      })}
    </span>
  );
}

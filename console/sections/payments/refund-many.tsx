import { useState } from "preact/hooks";
import type { PaymentSummary } from "#contract/console/payment-list";
import { type BatchSelection, maxBatchPayments } from "#contract/console/refund-batches";
import { Button } from "../../../widgets/ui/button.tsx";
import { language } from "../../i18n/current-texts.ts";
import { refundBatchTexts } from "../../i18n/refund-batch-texts.ts";
import { may } from "../../session/session.ts";
import type { Selection } from "../../ui/data-table.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { BatchDialog } from "./batch-dialog.tsx";

/** Payments chosen on any page of the list: some, or all that match its filter. */
export interface ChosenPayments {
  readonly ids: ReadonlySet<string>;
  readonly isAll: boolean;
  readonly choose: (ids: ReadonlySet<string>, isAll?: boolean) => void;
  /** Undefined for staff who cannot refund. */
  readonly selection: Selection<PaymentSummary> | undefined;
}

const none: ReadonlySet<string> = new Set();

/** Remembers the chosen payments. When the filter (`filterKey`) changes, none are chosen. */
export function useChosenPayments(filterKey: string): ChosenPayments {
  const [state, setState] = useState({ filterKey, ids: none, isAll: false });
  const { ids, isAll } = state.filterKey === filterKey ? state : { ids: none, isAll: false };
  const choose = (next: ReadonlySet<string>, all = false) =>
    setState({ filterKey, ids: next, isAll: all });
  const words = refundBatchTexts.value;
  return {
    ids,
    isAll,
    choose,
    selection: may("payments.refund")
      ? {
          isChosen: ({ paymentIntentId }) => isAll || ids.has(paymentIntentId),
          onChoose(rows, isChosen) {
            const next = new Set(ids);
            for (const { paymentIntentId } of rows) {
              if (isChosen) next.add(paymentIntentId);
              else next.delete(paymentIntentId);
            }
            choose(next);
          },
          labelOf: ({ total, currency, customerName, externalCustomerId }) =>
            words.choose(
              moneyText(total, currency, language.value),
              customerName ?? externalCustomerId,
            ),
        }
      : undefined,
  };
}

interface RefundManyProps {
  readonly chosen: ChosenPayments;
  /** Payments that match the filter; undefined until the list is read. */
  readonly total: number | undefined;
  readonly filter: Readonly<Record<string, string | undefined>>;
  readonly reload: () => void;
}

/** The number of chosen payments, with the button to refund them. Hidden while nothing is chosen. */
export function RefundMany({ chosen, total = 0, filter, reload }: RefundManyProps) {
  const words = refundBatchTexts.value;
  // Keeps what was chosen when the dialog opened.
  const [selection, setSelection] = useState<BatchSelection | null>(null);
  const { ids, isAll, choose } = chosen;
  if (ids.size === 0 && !isAll && !selection) return null;
  const count = isAll ? total : ids.size;
  const isTooMany = count > maxBatchPayments;
  const label = isAll ? words.allChosen(total) : words.chosen(ids.size);
  const open = () => setSelection(isAll ? { by: "filter", filter: filterOf(filter) } : idsOf(ids));
  return (
    <>
      <section class="save-bar" aria-label={label} data-testid="chosen-payments">
        <div class="save-count two-lines">
          <span role="status">{label}</span>
          {isTooMany && <span class="small">{words.tooMany(maxBatchPayments)}</span>}
        </div>
        <Button quiet testId="choose-none" onPress={() => choose(none)}>
          {words.chooseNone}
        </Button>
        {!isAll && total > ids.size && (
          <Button quiet testId="choose-all-matching" onPress={() => choose(none, true)}>
            {words.chooseAll(total)}
          </Button>
        )}
        {!isTooMany && (
          <Button testId="refund-chosen" onPress={open}>
            {words.refundChosen}
          </Button>
        )}
      </section>
      {selection && (
        <BatchDialog
          selection={selection}
          onClose={() => {
            setSelection(null);
            reload();
          }}
        />
      )}
    </>
  );
}

function idsOf(ids: ReadonlySet<string>): BatchSelection {
  return { by: "ids", paymentIntentIds: [...ids] };
}

/** Returns only the filters that are set. */
function filterOf(filter: RefundManyProps["filter"]) {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined && value !== "");
  // The service reads and checks each value, as in the list's query.
  return Object.fromEntries(set) as unknown as Extract<BatchSelection, { by: "filter" }>["filter"];
}

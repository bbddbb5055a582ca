import { useMemo, useState } from "preact/hooks";
import { maxNoteCharacters, refundReasons } from "#contract/api/refunds";
import { achErrors } from "#contract/console/ach-errors";
import { type Refundable, refundForStaff } from "#contract/console/refunds";
import { toDecimalText, toMajor } from "#contract/money";
import { type AmountParts, refundParts, totalOfParts } from "#contract/refund-parts";
import { Field } from "../../../widgets/ui/field.tsx";
import { language } from "../../i18n/current-texts.ts";
import { explainRefusal, refundTexts } from "../../i18n/refund-texts.ts";
import { api } from "../../session/session.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form, SelectField } from "../../ui/form.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { dateText } from "../../ui/time-text.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { minorOfTyped } from "../../ui/typed-amount.ts";
import { useSubmit } from "../../ui/use-submit.ts";

/** The other reasons return crypto that the payment did not use; the panel offers them. */
const ordinaryReasons = refundReasons.filter(
  (reason) => !["underpaid", "paid_late", "wrong_asset"].includes(reason),
);

interface RefundDialogProps {
  readonly paymentIntentId: string;
  /** The state when the dialog opened: a later read must not change what the person confirms. */
  readonly refundable: Refundable;
  readonly reload: () => void;
  readonly onClose: () => void;
}

/**
 * Asks how much to refund and why, and shows what the customer gets back. Staff enter a base amount. The service also
 * refuses a changed payment and an amount above the role's limit.
 */
export function RefundDialog({ paymentIntentId, refundable, reload, onClose }: RefundDialogProps) {
  const words = refundTexts.value;
  const { currency, paid, returned, limitMinor, wholeOnly, reversibleUntil } = refundable;
  const leftMinor = paid.baseMinor - returned.baseMinor - refundable.lostBaseMinor;
  const [typed, setTyped] = useState(toDecimalText(leftMinor, currency));
  const [reason, setReason] = useState<string>(refundReasons[0]);
  const [achError, setAchError] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const { isBusy, failure, submit } = useSubmit(
    async (note: string) => {
      const path = `/payments/${encodeURIComponent(paymentIntentId)}/refunds`;
      const result = await api.send("POST", path, refundForStaff, {
        amount: Number(typed),
        reason,
        ...(achError && { achError }),
        ...(note && { note }),
        seenReturnedMinor: returned.baseMinor,
        paymentId: refundable.paymentId,
      });
      reload();
      return result;
    },
    () => {
      showToast(words.requested);
      onClose();
    },
  );
  const shown = useMemo(() => explainRefusal(failure), [failure]);
  const money = (minor: number) => moneyText(toMajor(minor, currency), currency, language.value);
  const most = words.amountHint(money(leftMinor));
  const isPart = amountOf(typed, currency, leftMinor) !== leftMinor;
  const hint = wholeOnly
    ? words.wholeOnly
    : paid.feesMinor + paid.taxMinor > 0
      ? `${most} ${words.proportion}`
      : most;
  const amountMinor = amountOf(typed, currency, leftMinor);
  const isOverLimit =
    amountMinor !== undefined &&
    limitMinor !== null &&
    returned.baseMinor + amountMinor > limitMinor;
  const problem =
    amountMinor === undefined
      ? words.amountInvalid(money(leftMinor))
      : isOverLimit
        ? words.overLimit(money(limitMinor ?? 0))
        : undefined;
  const parts = amountMinor === undefined ? undefined : refundParts(paid, returned, amountMinor);
  return (
    <Dialog title={words.dialogTitle} testId="refund-dialog" onClose={onClose}>
      <Form
        testId="refund-form"
        failure={shown}
        onSubmit={({ note = "" }) => {
          setIsChecked(true);
          if (problem || (achError && isPart)) document.getElementById("field-amount")?.focus();
          else void submit(note.trim());
        }}
      >
        <Field
          name="amount"
          label={`${words.amount} (${currency})`}
          hint={hint}
          error={isChecked || isOverLimit ? problem : undefined}
          digits
          input={{
            inputMode: "decimal",
            autocomplete: "off",
            autofocus: true,
            maxLength: 16,
            defaultValue: typed,
            readOnly: wholeOnly,
            onInput: ({ currentTarget }) => setTyped(currentTarget.value.trim()),
          }}
        />
        <SelectField
          name="reason"
          label={words.reason}
          value={reason}
          onChange={setReason}
          options={ordinaryReasons.map((value) => ({ value, text: words.reasons[value] ?? value }))}
        />
        {reversibleUntil !== null && (
          <SelectField
            name="achError"
            label={words.route}
            value={achError}
            onChange={setAchError}
            hint={achError ? words.reversalHint(dateText(reversibleUntil)) : undefined}
            error={achError && isPart ? words.reversalWhole : undefined}
            options={[
              { value: "", text: words.routeRefund },
              ...achErrors.map((value) => ({ value, text: words.achErrors[value] ?? value })),
            ]}
          />
        )}
        <Field
          name="note"
          label={words.note}
          hint={words.noteHint}
          optional={words.optional}
          input={{ maxLength: maxNoteCharacters, autocomplete: "off" }}
        />
        {parts && <Returned parts={parts} money={money} />}
        <DialogActions
          testIds={["refund-dismiss", "refund-confirm"]}
          isBusy={isBusy}
          onCancel={onClose}
        >
          {parts ? words.confirm(money(totalOfParts(parts))) : words.refund}
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function Returned({ parts, money }: { parts: AmountParts; money: (minor: number) => string }) {
  const words = refundTexts.value;
  return (
    <section
      class="refund-breakdown"
      aria-label={words.returned}
      aria-live="polite"
      data-testid="refund-breakdown"
    >
      <dl class="sum">
        <div>
          <dt>{words.base}</dt>
          <dd>{money(parts.baseMinor)}</dd>
        </div>
        {parts.feesMinor > 0 && (
          <div>
            <dt>{words.fees}</dt>
            <dd>{money(parts.feesMinor)}</dd>
          </div>
        )}
        {parts.taxMinor > 0 && (
          <div>
            <dt>{words.tax}</dt>
            <dd>{money(parts.taxMinor)}</dd>
          </div>
        )}
        <div data-total="">
          <dt>{words.returned}</dt>
          <dd>{money(totalOfParts(parts))}</dd>
        </div>
      </dl>
    </section>
  );
}

/** The typed amount in minor units; undefined if it is not an amount from one unit to `leftMinor`. */
function amountOf(typed: string, currency: string, leftMinor: number): number | undefined {
  const amountMinor = minorOfTyped(typed, currency);
  return amountMinor !== undefined && amountMinor <= leftMinor ? amountMinor : undefined;
}

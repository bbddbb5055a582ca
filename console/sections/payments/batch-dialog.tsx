import { useState } from "preact/hooks";
import { maxNoteCharacters } from "#contract/api/refunds";
import {
  type BatchPreview,
  type BatchSelection,
  batchPreview,
  batchReasons,
  maxBatchPayments,
  refundBatch,
} from "#contract/console/refund-batches";
import { Button } from "../../../widgets/ui/button.tsx";
import { Field } from "../../../widgets/ui/field.tsx";
import { useQuery } from "../../client/use-query.ts";
import { texts } from "../../i18n/current-texts.ts";
import { explainBatchRefusal, refundBatchTexts } from "../../i18n/refund-batch-texts.ts";
import { refundTexts } from "../../i18n/refund-texts.ts";
import { Link } from "../../router/link.tsx";
import { addressOf } from "../../router/place.ts";
import { useGoFromHere } from "../../router/use-go-from-here.ts";
import { api } from "../../session/session.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Form, SelectField } from "../../ui/form.tsx";
import { Money } from "../../ui/money.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

interface BatchDialogProps {
  readonly selection: BatchSelection;
  readonly onClose: () => void;
}

/**
 * Shows what a batch would return and leave out. Starts it once the person has given a reason and typed the number of
 * refunds. The service refuses it if the payments have changed since they were shown.
 */
export function BatchDialog({ selection, onClose }: BatchDialogProps) {
  const words = refundBatchTexts.value;
  const { value, failure, reload } = useQuery(
    "refund-batch-preview",
    () => api.send("POST", "/refund-batches/preview", batchPreview, selection),
    { isKept: false },
  );
  const isTooMany = value !== undefined && value.matching > maxBatchPayments;
  return (
    <Dialog title={words.dialogTitle} testId="batch-dialog" onClose={onClose}>
      {!value && !failure && (
        <p class="dialog-text" role="status">
          {words.checking}
        </p>
      )}
      {!value && failure && <FailureNotice failure={failure} onRetry={reload} />}
      {value && (isTooMany || value.count === 0) && (
        <>
          <p class="dialog-text" role="status" data-testid="batch-nothing">
            {isTooMany ? words.tooMany(maxBatchPayments) : words.nothing}
          </p>
          <LeftOut preview={value} />
          <div class="dialog-actions">
            <Button testId="batch-dismiss" onPress={onClose}>
              {texts.value.close}
            </Button>
          </div>
        </>
      )}
      {value && !isTooMany && value.count > 0 && (
        <Confirmation selection={selection} preview={value} reload={reload} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ConfirmationProps extends BatchDialogProps {
  readonly preview: BatchPreview;
  readonly reload: () => void;
}

function Confirmation({ selection, preview, reload, onClose }: ConfirmationProps) {
  const words = refundBatchTexts.value;
  const { reasons } = refundTexts.value;
  const { count, fingerprint, needsApproval } = preview;
  const [reason, setReason] = useState<string>(batchReasons[0]);
  const [isWrong, setIsWrong] = useState(false);
  const goFromHere = useGoFromHere();
  const { isBusy, failure, submit } = useSubmit(
    async (note: string) => {
      const result = await api.send("POST", "/refund-batches", refundBatch, {
        selection,
        reason,
        ...(note && { note }),
        count,
        fingerprint,
      });
      if (!result.ok && result.failure.code === "conflicting_state") reload();
      return result;
    },
    ({ refundBatchId }) => {
      showToast(needsApproval ? words.waitsForApproval : words.begun);
      void goFromHere(addressOf(`/payments/batches/${encodeURIComponent(refundBatchId)}`));
    },
  );
  return (
    <Form
      testId="batch-form"
      failure={explainBatchRefusal(failure)}
      onSubmit={({ note = "", count: typed = "" }) => {
        const isMatch = typed.replace(/\D/g, "") === String(count);
        setIsWrong(!isMatch);
        if (isMatch) void submit(note.trim());
        else document.getElementById("field-count")?.focus();
      }}
    >
      <div data-testid="batch-summary">
        <p class="dialog-text">{words.fully(count)}</p>
        <Sums preview={preview} />
      </div>
      <LeftOut preview={preview} />
      {needsApproval && (
        <p class="rule-summary" data-testid="batch-needs-approval">
          {words.needsApproval}
        </p>
      )}
      <SelectField
        name="reason"
        label={words.reason}
        value={reason}
        onChange={setReason}
        options={batchReasons.map((value) => ({ value, text: reasons[value] ?? value }))}
      />
      <Field
        name="note"
        label={words.note}
        hint={words.noteHint}
        optional={words.optional}
        input={{ maxLength: maxNoteCharacters, autocomplete: "off" }}
      />
      <Field
        name="count"
        label={words.confirmLabel}
        hint={words.confirmHint(count)}
        error={isWrong ? words.confirmWrong(count) : undefined}
        digits
        input={{ inputMode: "numeric", autocomplete: "off", maxLength: 6 }}
      />
      <DialogActions
        testIds={["batch-dismiss", "batch-confirm"]}
        isBusy={isBusy}
        onCancel={onClose}
      >
        {words.confirm(count)}
      </DialogActions>
    </Form>
  );
}

function Sums({ preview: { sums } }: { preview: BatchPreview }) {
  return (
    <dl class="sum batch-sums">
      {sums.map(({ currency, count, total }) => (
        <div key={currency}>
          <dt>
            {currency} · {count}
          </dt>
          <dd class="strong">
            <Money amount={total} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The payments that are left out, grouped by the reason. */
function LeftOut({ preview: { excluded } }: { preview: BatchPreview }) {
  const words = refundBatchTexts.value;
  if (excluded.length === 0) return null;
  const reasons = [...new Set(excluded.map(({ reason }) => reason))];
  return (
    <section class="batch-excluded" aria-label={words.excluded(excluded.length)}>
      <p class="strong">{words.excluded(excluded.length)}</p>
      {reasons.map((reason) => {
        const own = excluded.filter((each) => each.reason === reason);
        return (
          <details class="more" key={reason} data-testid={`excluded-${reason}`}>
            <summary>
              {words.exclusions[reason] ?? humanize(reason)} ({own.length})
            </summary>
            <ul class="plain-list batch-list">
              {own.map(({ paymentIntentId, externalPaymentIntentId, amount, currency }) => (
                <li class="line" key={paymentIntentId}>
                  <Link class="mono break" to={`/payments/${encodeURIComponent(paymentIntentId)}`}>
                    {externalPaymentIntentId}
                  </Link>
                  <Money amount={amount} currency={currency} />
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </section>
  );
}

import { useState } from "preact/hooks";
import {
  exportedAgain,
  type LeftForms as Forms,
  type TaxFiling,
  type TaxFilingList,
  taxFilingList,
} from "#contract/console/tax";
import { Button } from "../../../widgets/ui/button.tsx";
import { controlAttributes, FieldFrame } from "../../../widgets/ui/field-frame.tsx";
import type { Reading } from "../../client/use-query.ts";
import { saveFile } from "../../exports/use-export.ts";
import { texts } from "../../i18n/current-texts.ts";
import { api, may } from "../../session/session.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Form, fieldFailure } from "../../ui/form.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { humanize, StatusBadge } from "../../ui/status-badge.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { LeftForms } from "./left-forms.tsx";

/** Tax exports. Staff can download each again (1099s also as XML), or mark it as filed after the IRS accepted it. */
export function Filings({
  reading,
  onFiled,
}: {
  reading: Reading<TaxFilingList>;
  onFiled: () => void;
}) {
  const { tax, loading } = texts.value;
  const { value, failure, reload, replace } = reading;
  return (
    <>
      {failure && <FailureNotice failure={failure} onRetry={reload} />}
      {!value && !failure && <p class="loading">{loading}</p>}
      {value?.data.length === 0 && <p class="muted">{tax.noFilings}</p>}
      <ul class="plain-list">
        {value?.data.map((filing) => (
          <FilingLine
            filing={filing}
            onFiled={(list) => {
              replace(list);
              onFiled();
            }}
            key={filing.taxFilingId}
          />
        ))}
      </ul>
    </>
  );
}

function FilingLine({
  filing,
  onFiled,
}: {
  filing: TaxFiling;
  onFiled: (list: TaxFilingList) => void;
}) {
  const { tax } = texts.value;
  const { taxFilingId, form, isCorrection, formCount, status, createdAt, createdBy } = filing;
  const [isMarking, setIsMarking] = useState(false);
  const [left, setLeft] = useState<Forms>([]);
  const is1099 = form !== "W-2G";
  const canGetReceipt = is1099 && status === "filed";
  const enter = filing.receiptId === null ? tax.enterReceipt : tax.changeReceipt;
  const path = `/tax/filings/${encodeURIComponent(taxFilingId)}`;
  const again = useSubmit(
    () => {
      xml.forget();
      setLeft([]);
      return api.send("POST", `${path}/export-again`, exportedAgain);
    },
    ({ files, left }) => {
      saveTexts(files);
      setLeft(left);
    },
  );
  const xml = useSubmit(
    () => {
      again.forget();
      return api.send("POST", `${path}/xml`, exportedAgain);
    },
    ({ files }) => saveTexts(files),
  );
  const failure = again.failure ?? xml.failure;
  return (
    <li class="line">
      <span class="two-lines">
        <span class="strong">
          {form} · {tax.formCount(formCount)}
          {isCorrection && ` · ${tax.correction}`}
        </span>
        {filing.receiptId !== null && (
          <span class="small">
            {tax.receipt} <span class="mono">{filing.receiptId}</span>
          </span>
        )}
        <span class="muted small">
          {createdBy} · <RelativeTime at={createdAt} isFocusable />
        </span>
      </span>
      <StatusBadge status={status} text={tax.filingStates[status] ?? humanize(status)} />
      {may("tax.file") && (
        <>
          <Button
            quiet
            busy={again.isBusy}
            testId="export-again"
            onPress={() => void again.submit()}
          >
            {tax.exportAgain}
          </Button>
          {is1099 && (
            <Button quiet busy={xml.isBusy} testId="export-xml" onPress={() => void xml.submit()}>
              {tax.exportXml}
            </Button>
          )}
          {(status === "submitted" || canGetReceipt) && (
            <Button quiet testId="mark-filed" onPress={() => setIsMarking(true)}>
              {canGetReceipt ? enter : tax.markFiled}
            </Button>
          )}
        </>
      )}
      {failure && <FailureNotice failure={failure} />}
      {failure?.code === "iris_refused" && (
        <ul class="plain-list many-list" data-testid="iris-problems">
          {failure.fields.map(({ path, message }) => (
            <li class="line" key={path}>
              {message}
            </li>
          ))}
        </ul>
      )}
      <LeftForms left={left} />
      {isMarking && (
        <FiledDialog
          filing={filing}
          onFiled={(list) => {
            setIsMarking(false);
            onFiled(list);
          }}
          onClose={() => setIsMarking(false)}
        />
      )}
    </li>
  );
}

/** Marks an export as filed, with any receipt id, or enters the id later. */
function FiledDialog({
  filing: { taxFilingId, form, formCount, status, receiptId: before },
  onFiled,
  onClose,
}: {
  filing: TaxFiling;
  onFiled: (list: TaxFilingList) => void;
  onClose: () => void;
}) {
  const { tax } = texts.value;
  const isFiled = status === "filed";
  const { isBusy, failure, submit } = useSubmit(
    (body: object) =>
      api.send(
        "POST",
        `/tax/filings/${encodeURIComponent(taxFilingId)}/filed`,
        taxFilingList,
        body,
      ),
    (list) => {
      onFiled(list);
      const now = list.data.find((filing) => filing.taxFilingId === taxFilingId);
      const isRemoved = before !== null && now?.receiptId === null;
      showToast(isRemoved ? tax.receiptRemoved : isFiled ? tax.receiptEntered : tax.markedFiled);
    },
  );
  const receipt = {
    name: "receiptId",
    label: tax.receipt,
    hint: before === null ? tax.receiptHint : tax.receiptChangeHint,
    ...(!isFiled && { optional: tax.optional }),
    error: fieldFailure(failure, "receiptId"),
  };
  return (
    <Dialog title={isFiled ? tax.receipt : tax.filedTitle} testId="filed-dialog" onClose={onClose}>
      <Form
        testId="filed-form"
        failure={failure}
        onSubmit={({ receiptId = "" }) => {
          const entered = receiptId.trim();
          // The service would refuse it as a change by someone else.
          if (isFiled && entered === (before ?? "")) return onClose();
          if (entered !== "") return void submit({ receiptId: entered });
          return void submit(before === null ? {} : { receiptId: null });
        }}
      >
        {!isFiled && <p class="dialog-text">{tax.filedText(formCount)}</p>}
        {form !== "W-2G" && (
          <FieldFrame {...receipt}>
            <input
              {...controlAttributes(receipt)}
              type="text"
              autocomplete="off"
              maxLength={60}
              defaultValue={before ?? ""}
            />
          </FieldFrame>
        )}
        <DialogActions testIds={["filed-cancel", "filed-go"]} isBusy={isBusy} onCancel={onClose}>
          {isFiled ? tax.saveReceipt : tax.markFiled}
        </DialogActions>
      </Form>
    </Dialog>
  );
}

export function saveTexts(files: readonly { name: string; content: string }[]): void {
  for (const { name, content } of files) saveFile(new Blob([content]), name);
}

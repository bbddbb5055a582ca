import {
  exportedAgain,
  type TaxFiling,
  type TaxFilingList,
  taxFilingList,
} from "#contract/console/tax";
import { Button } from "../../../widgets/ui/button.tsx";
import type { Reading } from "../../client/use-answer.ts";
import { saveFile } from "../../exports/use-export.ts";
import { texts } from "../../i18n/current-texts.ts";
import { api, may } from "../../session/session.ts";
import { ask } from "../../ui/ask.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge, wordsOf } from "../../ui/status-badge.tsx";
import { say } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

/** The year's exports. Each can be downloaded again, or marked as filed after the portal accepted it. */
export function Filings({ reading }: { reading: Reading<TaxFilingList> }) {
  const { tax, loading } = texts.value;
  const { value, failure, reload, replace } = reading;
  if (!value) {
    return failure ? (
      <FailureNotice failure={failure} onRetry={reload} />
    ) : (
      <p class="loading">{loading}</p>
    );
  }
  if (value.data.length === 0) return <p class="muted">{tax.noFilings}</p>;
  return (
    <ul class="plain-list">
      {value.data.map((filing) => (
        <FilingLine filing={filing} onFiled={replace} key={filing.taxFilingId} />
      ))}
    </ul>
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
  const path = `/tax/filings/${encodeURIComponent(taxFilingId)}`;
  const again = useSubmit(
    () => api.send("POST", `${path}/export-again`, exportedAgain),
    ({ files }) => saveTexts(files),
  );
  const filed = useSubmit(
    () => api.send("POST", `${path}/filed`, taxFilingList),
    (list) => {
      onFiled(list);
      say(tax.markedFiled);
    },
  );
  const markFiled = async () => {
    const isSure = await ask({
      title: tax.filedTitle,
      text: tax.filedText(formCount),
      yes: tax.markFiled,
    });
    if (isSure) await filed.submit();
  };
  const failure = again.failure ?? filed.failure;
  return (
    <li class="line">
      <span class="two-lines">
        <span class="strong">
          {form} · {tax.formCount(formCount)}
          {isCorrection && ` · ${tax.correction}`}
        </span>
        <span class="muted small">
          {createdBy} · <RelativeTime at={createdAt} isFocusable />
        </span>
      </span>
      <StatusBadge status={status} text={tax.filingStates[status] ?? wordsOf(status)} />
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
          {status === "submitted" && (
            <Button quiet busy={filed.isBusy} testId="mark-filed" onPress={() => void markFiled()}>
              {tax.markFiled}
            </Button>
          )}
        </>
      )}
      {failure && <FailureNotice failure={failure} />}
    </li>
  );
}

/** Saves texts as files with the browser's download. */
export function saveTexts(files: readonly { name: string; content: string }[]): void {
  for (const { name, content } of files) saveFile(new Blob([content]), name);
}

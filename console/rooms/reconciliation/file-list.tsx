import "../../../styles/console/reconciliation.css";
import type { SettlementFile } from "#contract/api/settlement-files";
import { settlementFileList } from "#contract/console/reconciliation";
import { queryText } from "../../client/query-text.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { texts } from "../../i18n/current-texts.ts";
import { reconciliationTexts } from "../../i18n/reconciliation-texts.ts";
import { refusedFileText } from "../../i18n/refused-file-texts.ts";
import { api } from "../../session/session.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { filterOf } from "../../ui/filters.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { CsvLink } from "./csv-link.tsx";

const tones: Readonly<Record<string, string>> = { processed: "good", failed: "bad" };

/** All imported and refused files, with their progress. */
export default function FileList() {
  const words = reconciliationTexts.value;
  const path = `/reconciliation/files${queryText({ page: filterOf("page") })}`;
  const reading = useAnswer(path, (signal) => api.get(path, settlementFileList, signal), {
    everyMs: (list) =>
      list?.data.some(({ state }) => state === "pending" || state === "processing")
        ? 2_000
        : undefined,
  });
  return (
    <Page
      title={words.files}
      parent={{ to: "/reconciliation", text: texts.value.rooms.reconciliation }}
      testId="settlement-files"
      actions={<CsvLink list="files" />}
    >
      <DataTable
        caption={words.files}
        testId="files"
        columns={columns()}
        reading={reading}
        keyOf={({ settlementFileId }) => settlementFileId}
        empty={{ title: words.none, text: words.noneText }}
      />
    </Page>
  );
}

function columns(): Column<SettlementFile>[] {
  const words = reconciliationTexts.value;
  return [
    {
      header: words.name,
      isWide: true,
      cell: ({ name, sha256 }) => name ?? <span class="mono">{sha256.slice(0, 16)}</span>,
    },
    { header: words.source, cell: ({ source }) => source },
    { header: words.format, cell: ({ format }) => format },
    {
      header: words.state,
      cell: ({ state, refusal }) => (
        <span class="two-lines">
          <span>
            <span class="badge" data-tone={tones[state] ?? "wait"}>
              {words.fileStates[state] ?? state}
            </span>
          </span>
          {refusal && (
            <span class="small recon-refusal" title={refusal.message}>
              {refusedFileText(refusal.code) ?? refusal.message} ({words.line(refusal.line)})
            </span>
          )}
        </span>
      ),
    },
    {
      header: words.progress,
      isNumber: true,
      cell: ({ state, rowsDone, rowCount }) => (
        <span class="two-lines">
          <span>{words.rowsOf(rowsDone, rowCount)}</span>
          {state === "processing" && (
            <progress
              class="recon-progress"
              max={rowCount}
              value={rowsDone}
              aria-label={words.rowsOf(rowsDone, rowCount)}
            />
          )}
        </span>
      ),
    },
    { header: words.matched, isNumber: true, cell: ({ matchedCount }) => matchedCount },
    { header: words.breaks, isNumber: true, cell: ({ breakCount }) => breakCount },
    { header: words.received, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
}

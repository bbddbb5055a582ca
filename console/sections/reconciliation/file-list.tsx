import "../../../styles/console/reconciliation.css";
import type { SettlementFile } from "#contract/api/settlement-files";
import { settlementFileList } from "#contract/console/reconciliation";
import { timeSorts } from "#contract/lists";
import { texts } from "../../i18n/current-texts.ts";
import { reconciliationTexts } from "../../i18n/reconciliation-texts.ts";
import { refusedFileText } from "../../i18n/refused-file-texts.ts";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { CsvLink } from "./csv-link.tsx";

const tones: Readonly<Record<string, string>> = { processed: "good", failed: "bad" };

/** Imported and refused files, with their progress. */
export default function FileList() {
  const words = reconciliationTexts.value;
  const list = useList("settlement-files", {
    path: "/reconciliation/files",
    schema: settlementFileList,
    filters: [],
    columns: columns(),
    sorts: timeSorts,
    everyMs: (value) =>
      value?.data.some(({ state }) => state === "pending" || state === "processing")
        ? 2_000
        : undefined,
  });
  return (
    <Page
      title={words.files}
      parent={{ to: "/reconciliation", text: texts.value.sections.reconciliation }}
      testId="settlement-files"
      actions={<CsvLink list="files" />}
    >
      <ListView
        list={list}
        caption={words.files}
        testId="files"
        keyOf={({ settlementFileId }) => settlementFileId}
        words={{ none: words.none, noneText: words.noneText }}
      />
    </Page>
  );
}

function columns(): ChosenColumn<SettlementFile>[] {
  const words = reconciliationTexts.value;
  return [
    {
      name: "name",
      header: words.name,
      isWide: true,
      cell: ({ name, sha256 }) => name ?? <span class="mono">{sha256.slice(0, 16)}</span>,
    },
    { name: "source", header: words.source, cell: ({ source }) => source },
    { name: "format", header: words.format, cell: ({ format }) => format },
    {
      name: "state",
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
      name: "progress",
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
    {
      name: "matched",
      header: words.matched,
      isNumber: true,
      cell: ({ matchedCount }) => matchedCount,
    },
    { name: "breaks", header: words.breaks, isNumber: true, cell: ({ breakCount }) => breakCount },
    {
      name: "received",
      header: words.received,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}

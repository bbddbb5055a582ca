import "../../../styles/console/reconciliation.css";
import { useState } from "preact/hooks";
import { breakClasses, breakStates } from "#contract/api/settlement-files";
import { addDays } from "#contract/banking-calendar";
import {
  type BreakSummary,
  breakAges,
  breakList,
  type DayStrip,
  dayStrip,
} from "#contract/console/reconciliation";
import { Button } from "../../../widgets/ui/button.tsx";
import { queryText } from "../../client/query-text.ts";
import { type Reading, useQuery } from "../../client/use-query.ts";
import { texts } from "../../i18n/current-texts.ts";
import { noticeTexts } from "../../i18n/notice-texts.ts";
import { reconciliationTexts } from "../../i18n/reconciliation-texts.ts";
import { Link } from "../../router/link.tsx";
import { setQuery } from "../../router/place.ts";
import { api, may } from "../../session/session.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { filterOf, SelectFilter } from "../../ui/filters.tsx";
import { amountColumn, idColumn } from "../../ui/list-columns.tsx";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { Page, Panel } from "../../ui/page.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { CsvLink } from "./csv-link.tsx";
import { DayStripTable } from "./day-strip.tsx";
import { StateBadge } from "./state-badge.tsx";
import { UploadDialog } from "./upload-dialog.tsx";
import { WaitingNotices } from "./waiting-notices.tsx";

const filters = ["state", "class", "owner", "age"] as const;
/** The first sort is the default: the oldest breaks come first. */
const sorts = ["oldest", "newest", "highest", "lowest"] as const;
const everyMs = 15_000;

/** Shows what was imported, by day and source, and what does not match. */
export default function ReconciliationPage() {
  const words = reconciliationTexts.value;
  const [isUploading, setIsUploading] = useState(false);
  const daysPath = `/reconciliation/days${queryText({ to: filterOf("until") })}`;
  const days = useQuery(daysPath, (signal) => api.get(daysPath, dayStrip, signal), { everyMs });
  const breaks = useList("breaks", {
    path: "/reconciliation/breaks",
    schema: breakList,
    filters,
    columns: columns(),
    sorts,
    everyMs,
  });
  return (
    <Page
      title={texts.value.sections.reconciliation}
      lead={words.lead}
      testId="reconciliation"
      actions={
        may("reconciliation.work") && (
          <Button testId="upload" onPress={() => setIsUploading(true)}>
            {words.upload}
          </Button>
        )
      }
    >
      <p class="recon-links">
        <Link to="/reconciliation/batches">{words.allBatches}</Link>
        <Link to="/reconciliation/files">{words.files}</Link>
        <Link to="/reconciliation/notices">{noticeTexts.value.title}</Link>
      </p>
      <WaitingNotices />
      <Days reading={days} />
      <section class="recon-breaks">
        <h2 class="panel-title">{words.breaks}</h2>
        <ListView
          list={breaks}
          caption={words.breaks}
          keyOf={({ settlementBreakId }) => settlementBreakId}
          linkOf={({ settlementBreakId }) =>
            `/reconciliation/breaks/${encodeURIComponent(settlementBreakId)}`
          }
          words={{
            none: words.noBreaks,
            noneText: words.noBreaksText,
            noneFound: words.noneFound,
            noneFoundText: words.noneFoundText,
          }}
          end={<CsvLink list="breaks" filters={breaks.query} />}
        >
          <BreakFilters />
        </ListView>
      </section>
      {isUploading && (
        <UploadDialog
          onClose={() => setIsUploading(false)}
          onUploaded={({ duplicate }) => {
            setIsUploading(false);
            showToast(duplicate ? words.duplicate : words.uploaded);
            days.reload();
            breaks.reading.reload();
          }}
        />
      )}
    </Page>
  );
}

function Days({ reading }: { reading: Reading<DayStrip> }) {
  const words = reconciliationTexts.value;
  const { value, failure, reload } = reading;
  if (failure && !value) return <FailureNotice failure={failure} onRetry={reload} />;
  if (!value) return <p class="loading">{texts.value.loading}</p>;
  return (
    <Panel
      title={words.strip}
      testId="day-strip"
      actions={value.sources.length > 0 && <DayChoice strip={value} />}
    >
      {value.sources.length === 0 ? (
        <div>
          <p class="strong">{words.none}</p>
          <p class="muted">{words.noneText}</p>
        </div>
      ) : (
        <>
          <p class="muted small">{words.stripHint}</p>
          <DayStripTable strip={value} />
        </>
      )}
    </Panel>
  );
}

/** Buttons that move the strip to earlier days and back to the newest. */
function DayChoice({ strip: { days } }: { strip: DayStrip }) {
  const words = reconciliationTexts.value;
  const [first = ""] = days;
  return (
    <span class="recon-links">
      <button
        type="button"
        class="text-button"
        onClick={() => setQuery({ until: addDays(first, -1) })}
        data-testid="days-earlier"
      >
        {words.earlierDays}
      </button>
      {filterOf("until") !== undefined && (
        <button
          type="button"
          class="text-button"
          onClick={() => setQuery({ until: undefined })}
          data-testid="days-newest"
        >
          {words.newestDays}
        </button>
      )}
    </span>
  );
}

function BreakFilters() {
  const words = reconciliationTexts.value;
  return (
    <>
      <SelectFilter
        name="state"
        label={words.state}
        all={words.openState}
        options={[
          ...breakStates.map((value) => ({ value, text: words.states[value] ?? value })),
          { value: "closed", text: words.closedState },
        ]}
      />
      <SelectFilter
        name="class"
        label={words.class}
        all={words.anyClass}
        options={breakClasses.map((value) => ({ value, text: words.classes[value] ?? value }))}
      />
      <SelectFilter
        name="owner"
        label={words.owner}
        all={words.anyOwner}
        options={[
          { value: "me", text: words.mine },
          { value: "nobody", text: words.nobody },
        ]}
      />
      <SelectFilter
        name="age"
        label={words.age}
        all={words.anyAge}
        options={breakAges.map((value) => ({ value, text: value }))}
      />
    </>
  );
}

function columns(): ChosenColumn<BreakSummary>[] {
  const words = reconciliationTexts.value;
  return [
    {
      name: "class",
      header: words.class,
      isWide: true,
      cell: (summary) => words.classes[summary.class] ?? summary.class,
    },
    amountColumn(words.amount, ({ amount }) => amount),
    { name: "source", header: words.source, cell: ({ source }) => source },
    {
      name: "reference",
      header: words.reference,
      isWide: true,
      cell: ({ processorReference, subject }) => {
        const reference = processorReference || subject?.id;
        return reference ? <span class="mono">{reference}</span> : null;
      },
    },
    { name: "age", header: words.age, cell: ({ ageDays }) => words.days(ageDays) },
    {
      name: "owner",
      header: words.owner,
      cell: ({ owner }) => owner?.name ?? <span class="muted">{words.nobody}</span>,
    },
    { name: "state", header: words.state, cell: (summary) => <StateBadge {...summary} /> },
    idColumn(words.breakId, ({ settlementBreakId }) => settlementBreakId),
  ];
}

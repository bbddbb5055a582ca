import "../../../styles/console/reconciliation.css";
import { useState } from "preact/hooks";
import { type NoticeForStaff, noticeList } from "#contract/console/notices";
import { Button } from "../../../widgets/ui/button.tsx";
import { queryText } from "../../client/query-text.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { texts } from "../../i18n/current-texts.ts";
import { noticeTexts } from "../../i18n/notice-texts.ts";
import { api, may } from "../../session/session.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Filters, filterOf, SelectFilter } from "../../ui/filters.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { wordsOf } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { processorText } from "../payments/method-text.ts";
import { NoticeDialog } from "./notice-dialog.tsx";

/** What staff can do with a notice. */
export type NoticeAction = "match" | "dismiss" | "retry";

/** A notice and what the staff member wants to do with it. */
export interface AskedNotice {
  readonly notice: NoticeForStaff;
  readonly action: NoticeAction;
}

/** Processors' notices that match no payment, oldest first. */
export default function NoticeListPage() {
  const words = noticeTexts.value;
  const [asked, setAsked] = useState<AskedNotice | null>(null);
  const filters = { state: filterOf("state"), page: filterOf("page") };
  const path = `/reconciliation/notices${queryText(filters)}`;
  const reading = useAnswer(path, (signal) => api.get(path, noticeList, signal));
  return (
    <Page
      title={words.title}
      lead={words.lead}
      parent={{ to: "/reconciliation", text: texts.value.rooms.reconciliation }}
      testId="notices-page"
    >
      <Filters names={["state"]}>
        <SelectFilter
          name="state"
          label={words.state}
          all={words.toDecide}
          options={[{ value: "dismissed", text: words.dismissed }]}
        />
      </Filters>
      <DataTable
        caption={words.title}
        testId="notices"
        columns={columns(setAsked)}
        reading={reading}
        keyOf={({ processor, eventId }) => `${processor}:${eventId}`}
        empty={{ title: words.none, text: words.noneText }}
      />
      {asked && (
        <NoticeDialog
          asked={asked}
          onDone={() => {
            setAsked(null);
            reading.reload();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Page>
  );
}

function columns(onAsk: (asked: AskedNotice) => void): Column<NoticeForStaff>[] {
  const words = noticeTexts.value;
  return [
    {
      header: words.about,
      cell: ({ type, network, code }) => (
        <span class="two-lines">
          <span>{words.types[type] ?? wordsOf(type)}</span>
          <span class="muted small">{[wordsOf(network), code].filter(Boolean).join(" ")}</span>
        </span>
      ),
    },
    {
      header: words.amount,
      isMoney: true,
      cell: ({ amount, currency }) => (
        <span class="strong">
          <Money amount={amount} currency={currency} />
        </span>
      ),
    },
    {
      header: words.charge,
      cell: ({ charge, reference, processor }) => (
        <span class="two-lines">
          <span>{processorText(processor)}</span>
          <CopyId id={charge ?? reference} label={words.charge} />
        </span>
      ),
    },
    {
      header: words.problem,
      cell: ({ problem, note, decidedBy }) => (
        <span class="two-lines">
          <span>{problem && (words.problems[problem] ?? wordsOf(problem))}</span>
          {note && (
            <span class="small" dir="auto">
              {[decidedBy, note].filter(Boolean).join(": ")}
            </span>
          )}
        </span>
      ),
    },
    {
      header: words.due,
      cell: ({ respondBy }) =>
        respondBy ? <TimeText at={respondBy} /> : <span class="muted">{words.noAnswer}</span>,
    },
    { header: words.received, cell: ({ receivedAt }) => <RelativeTime at={receivedAt} /> },
    ...(may("reconciliation.work")
      ? [
          {
            header: words.actions,
            cell: (notice: NoticeForStaff) => (
              <span class="recon-actions">
                {actionsOf(notice).map((action) => (
                  <Button
                    quiet
                    key={action}
                    testId={`notice-${action}`}
                    onPress={() => onAsk({ notice, action })}
                  >
                    {words[action]}
                  </Button>
                ))}
              </span>
            ),
          },
        ]
      : []),
  ];
}

function actionsOf({ state }: NoticeForStaff): NoticeAction[] {
  if (state === "dismissed") return ["retry"];
  return state === "refused" ? ["match", "retry", "dismiss"] : ["match", "dismiss"];
}

import "../../../styles/console/reconciliation.css";
import { useState } from "preact/hooks";
import { type NoticeForStaff, noticeList } from "#contract/console/notices";
import { timeSorts } from "#contract/lists";
import { Button } from "../../../widgets/ui/button.tsx";
import { texts } from "../../i18n/current-texts.ts";
import { noticeTexts } from "../../i18n/notice-texts.ts";
import { may } from "../../session/session.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { filterOf, SelectFilter } from "../../ui/filters.tsx";
import { amountColumn } from "../../ui/list-columns.tsx";
import type { ChosenColumn } from "../../ui/list-tools.tsx";
import { ListView, useList } from "../../ui/list-view.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { processorText } from "../payments/method-text.ts";
import { NoticeDialog } from "./notice-dialog.tsx";

export type NoticeAction = "match" | "dismiss" | "retry";

/** A notice and the requested action. */
export interface NoticeDecision {
  readonly notice: NoticeForStaff;
  readonly action: NoticeAction;
}

/** Notices that match no payment: either those that need a decision, oldest first, or those that staff dismissed. */
export default function NoticeListPage() {
  const words = noticeTexts.value;
  const [decision, setDecision] = useState<NoticeDecision | null>(null);
  const isDismissed = filterOf("state") === "dismissed";
  const list = useList("notices", {
    path: "/reconciliation/notices",
    schema: noticeList,
    filters: ["state"],
    columns: columns(isDismissed, setDecision),
    sorts: isDismissed ? timeSorts : [],
  });
  return (
    <Page
      title={words.title}
      lead={words.lead}
      parent={{ to: "/reconciliation", text: texts.value.sections.reconciliation }}
      testId="notices-page"
    >
      <ListView
        list={list}
        caption={words.title}
        keyOf={({ processor, eventId }) => `${processor}:${eventId}`}
        words={words}
      >
        <SelectFilter
          name="state"
          label={words.state}
          all={words.toDecide}
          options={[{ value: "dismissed", text: words.dismissed }]}
        />
      </ListView>
      {decision && (
        <NoticeDialog
          decision={decision}
          reload={list.reading.reload}
          onClose={() => setDecision(null)}
        />
      )}
    </Page>
  );
}

function columns(
  isDismissed: boolean,
  onDecide: (decision: NoticeDecision) => void,
): ChosenColumn<NoticeForStaff>[] {
  const words = noticeTexts.value;
  return [
    {
      name: "about",
      header: words.about,
      cell: ({ type, network, code }) => (
        <span class="two-lines">
          <span>{words.types[type] ?? humanize(type)}</span>
          <span class="muted small">{[humanize(network), code].filter(Boolean).join(" ")}</span>
        </span>
      ),
    },
    amountColumn(words.amount, ({ amount }) => amount),
    {
      name: "charge",
      header: words.charge,
      cell: ({ charge, reference, processor }) => (
        <span class="two-lines">
          <span>{processorText(processor)}</span>
          <CopyId id={charge ?? reference} label={words.charge} />
        </span>
      ),
    },
    {
      name: "problem",
      header: words.problem,
      cell: ({ problem, note, decidedBy }) => (
        <span class="two-lines">
          <span>{problem && (words.problems[problem] ?? humanize(problem))}</span>
          {note && (
            <span class="small" dir="auto">
              {[decidedBy, note].filter(Boolean).join(": ")}
            </span>
          )}
        </span>
      ),
    },
    {
      name: "due",
      header: words.due,
      cell: ({ respondBy }) =>
        respondBy ? <TimeText at={respondBy} /> : <span class="muted">{words.noAnswer}</span>,
    },
    {
      name: "received",
      header: words.received,
      cell: ({ receivedAt }) => <RelativeTime at={receivedAt} />,
    },
    ...(isDismissed
      ? [
          {
            name: "decidedAt",
            header: words.decided,
            cell: ({ decidedAt }: NoticeForStaff) => decidedAt && <RelativeTime at={decidedAt} />,
          },
        ]
      : []),
    ...(may("reconciliation.work")
      ? [
          {
            name: "actions",
            header: words.actions,
            isFixed: true,
            cell: (notice: NoticeForStaff) => (
              <span class="recon-actions">
                {actionsOf(notice).map((action) => (
                  <Button
                    quiet
                    key={action}
                    testId={`notice-${action}`}
                    onPress={() => onDecide({ notice, action })}
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

import { type AuditEntry, auditList } from "#contract/console/audit";
import { queryText } from "../../client/query-text.ts";
import { useQuery } from "../../client/use-query.ts";
import { auditTexts } from "../../i18n/audit-texts.ts";
import { texts } from "../../i18n/current-texts.ts";
import { api } from "../../session/session.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Filters, filterOf, SearchFilter, SelectFilter } from "../../ui/filters.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import { ChainCheck } from "./chain-check.tsx";

const filters = ["subject", "action"] as const;

/** Shows who changed what, in a chain that reveals tampering. */
export default function AuditPage() {
  const { sections } = texts.value;
  const audit = auditTexts.value;
  const path = `/audit${queryText({
    subject: filterOf("subject"),
    action: filterOf("action"),
    actor: filterOf("actor"),
    page: filterOf("page"),
  })}`;
  const reading = useQuery(path, (signal) => api.get(path, auditList, signal));
  return (
    <Page title={sections.audit} lead={audit.lead} testId="audit">
      <ChainCheck />
      <Filters names={[...filters, "actor"]}>
        <SearchFilter name="subject" label={audit.search} />
        <SelectFilter
          name="action"
          label={audit.action}
          all={audit.anyAction}
          options={Object.entries(audit.actions).map(([value, text]) => ({ value, text }))}
        />
      </Filters>
      <DataTable
        caption={sections.audit}
        testId="audit-entries"
        columns={columns()}
        reading={reading}
        keyOf={({ sequence }) => String(sequence)}
        empty={
          [...filters, "actor"].some((name) => filterOf(name))
            ? { title: audit.noneFound, text: audit.noneFoundText }
            : { title: audit.none, text: audit.noneText }
        }
      />
    </Page>
  );
}

function columns(): Column<AuditEntry>[] {
  const audit = auditTexts.value;
  return [
    {
      header: audit.number,
      cell: ({ sequence }) => <span class="mono muted">{sequence}</span>,
    },
    {
      header: audit.action,
      cell: ({ action }) => <span class="strong">{audit.actions[action] ?? humanize(action)}</span>,
    },
    {
      header: audit.actor,
      isWide: true,
      cell: ({ actor: { kind, name } }) =>
        (kind === "staff" && name) || (audit.actors[kind] ?? name),
    },
    {
      header: audit.subject,
      isWide: true,
      cell: ({ subject }) => (
        <span class="two-lines">
          <span>{audit.subjects[subject.type] ?? humanize(subject.type)}</span>
          <span class="mono muted small cut" title={subject.id}>
            {subject.id}
          </span>
        </span>
      ),
    },
    {
      header: audit.details,
      isWide: true,
      cell: ({ details, hash, previousHash }) => (
        <details class="more">
          <summary>{detailsText(details) || audit.hash}</summary>
          {Object.keys(details).length > 0 && (
            <CodeBlock label={audit.details} text={JSON.stringify(details, null, 2)} />
          )}
          <p class="mono muted small break">
            {audit.hash}: {hash}
          </p>
          <p class="mono muted small break">
            {audit.previousHash}: {previousHash}
          </p>
        </details>
      ),
    },
    { header: audit.at, cell: ({ at }) => <RelativeTime at={at} isFocusable /> },
  ];
}

const maxLetters = 70;

/** Shortens the details to `role: admin · locked: true`. Opening the entry shows all. */
function detailsText(details: AuditEntry["details"]): string {
  const text = Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" · ");
  return text.length > maxLetters ? `${text.slice(0, maxLetters - 1)}…` : text;
}

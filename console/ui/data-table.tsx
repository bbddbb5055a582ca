import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Reading } from "../client/use-query.ts";
import { texts } from "../i18n/current-texts.ts";
import { Link } from "../router/link.tsx";
import { setQuery } from "../router/place.ts";
import { FailureNotice } from "./failure-notice.tsx";
import { Glyph } from "./glyph.tsx";
import { useKeys } from "./keys.tsx";
import { tableRoles } from "./table-roles.ts";

/** A table's column. On a phone a row is a card, with each cell beside its header. */
export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Whether the column is aligned at the end, with tabular digits. */
  readonly isNumber?: boolean;
  /** Whether this is the row's amount: a number, at the top of a card. */
  readonly isMoney?: boolean;
  /** Uses the remaining width and is truncated instead of wrapped. */
  readonly isWide?: boolean;
}

/** A page of a list, as the service returns it. */
export interface ListResponse<Row> {
  readonly data: readonly Row[];
  readonly page: number;
  readonly size: number;
  readonly total: number;
}

/** Selectable rows, for actions on several at once. */
export interface Selection<Row> {
  readonly isChosen: (row: Row) => boolean;
  readonly onChoose: (rows: readonly Row[], isChosen: boolean) => void;
  /** The label of the row's checkbox. */
  readonly labelOf: (row: Row) => string;
}

interface DataTableProps<Row> {
  /** The table's caption for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly reading: Omit<Reading<ListResponse<Row>>, "replace">;
  readonly keyOf: (row: Row) => string;
  /** The row's page. The first cell is the link, and the whole row can be pressed. */
  readonly linkOf?: ((row: Row) => string) | undefined;
  /** Shown for a list that has no data, or none that matches the filters. */
  readonly empty: { readonly title: string; readonly text: string };
  readonly testId: string;
  readonly selection?: Selection<Row> | undefined;
}

/** A paged list with loading, empty and failed states. `j` and `k` move through the rows, Enter opens one. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, reading, keyOf, linkOf, empty, testId, selection } = props;
  const { value, failure, isLoading, reload } = reading;
  const body = useRef<HTMLTableSectionElement>(null);
  const { keys } = texts.value;
  useKeys([
    { key: "j", text: keys.nextRow, run: () => moveFocus(body.current, 1), repeats: true },
    { key: "k", text: keys.previousRow, run: () => moveFocus(body.current, -1), repeats: true },
  ]);
  useExistingPage(value);
  if (failure && !value) return <FailureNotice failure={failure} onRetry={reload} />;
  if (value && value.data.length === 0)
    return (
      <>
        {failure && <FailureNotice failure={failure} onRetry={reload} />}
        <Empty {...empty} testId={`${testId}-empty`} />
      </>
    );
  return (
    <div class="table-frame" aria-busy={isLoading} data-columns={columns.length}>
      {failure && <FailureNotice failure={failure} onRetry={reload} />}
      <table class="table" tabIndex={-1} {...tableRoles.table} data-testid={testId}>
        <caption class="visually-hidden">{caption}</caption>
        <thead {...tableRoles.rows}>
          <tr {...tableRoles.row}>
            {selection && (
              <th scope="col" {...tableRoles.columnHeader} class="choose">
                <ChooseAll rows={value?.data ?? []} selection={selection} />
              </th>
            )}
            {columns.map(({ header, isNumber, isMoney }) => (
              <th
                scope="col"
                {...tableRoles.columnHeader}
                data-number={isNumber || isMoney ? "" : undefined}
                key={header}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...tableRoles.rows} ref={body}>
          {value
            ? value.data.map((row) => (
                <tr {...tableRoles.row} key={keyOf(row)} data-row={keyOf(row)}>
                  {selection && (
                    <td {...tableRoles.cell} class="choose">
                      <input
                        type="checkbox"
                        aria-label={selection.labelOf(row)}
                        checked={selection.isChosen(row)}
                        onChange={({ currentTarget }) =>
                          selection.onChoose([row], currentTarget.checked)
                        }
                      />
                    </td>
                  )}
                  {columns.map((column, at) => (
                    <td
                      {...tableRoles.cell}
                      key={column.header}
                      data-header={column.header}
                      data-number={column.isNumber || column.isMoney ? "" : undefined}
                      data-money={column.isMoney ? "" : undefined}
                      data-wide={column.isWide ? "" : undefined}
                    >
                      {at === 0 && linkOf ? (
                        <Link class="row-link" to={linkOf(row)}>
                          {column.cell(row)}
                        </Link>
                      ) : (
                        column.cell(row)
                      )}
                    </td>
                  ))}
                </tr>
              ))
            : skeletonRows(columns)}
        </tbody>
      </table>
      {value && <Pager {...value} />}
    </div>
  );
}

function ChooseAll<Row>({ rows, selection }: { rows: readonly Row[]; selection: Selection<Row> }) {
  const count = rows.filter(selection.isChosen).length;
  return (
    <input
      type="checkbox"
      aria-label={texts.value.chooseAll}
      checked={rows.length > 0 && count === rows.length}
      indeterminate={count > 0 && count < rows.length}
      onChange={({ currentTarget }) => selection.onChoose(rows, currentTarget.checked)}
    />
  );
}

/** Returns to the first page when the shown one no longer exists, such as after a queue's last decision on it. */
export function useExistingPage(value: ListResponse<unknown> | undefined): void {
  const isGone = value !== undefined && value.data.length === 0 && value.total > 0;
  useEffect(() => {
    if (isGone) setQuery({ page: undefined });
  }, [isGone]);
}

export function Empty({ title, text, testId }: { title: string; text: string; testId: string }) {
  return (
    <div class="empty" data-testid={testId}>
      <Glyph name="empty" sizePx={32} />
      <p class="empty-title">{title}</p>
      <p class="empty-text">{text}</p>
    </div>
  );
}

/** The links to other pages of the list. The page number is in the address. */
export function Pager({ page, size, total, data }: ListResponse<unknown>) {
  const { pager } = texts.value;
  const first = (page - 1) * size + 1;
  const isLast = page * size >= total;
  const to = (next: number) => () =>
    setQuery({ page: next === 1 ? undefined : String(next) }, { replace: false });
  return (
    <nav class="pager" aria-label={pager.label}>
      <p class="pager-count">{pager.range(first, first + data.length - 1, total)}</p>
      {(page > 1 || !isLast) && (
        <div class="pager-steps">
          <button type="button" class="step-button" disabled={page === 1} onClick={to(page - 1)}>
            <Glyph name="previous" sizePx={14} />
            {pager.previous}
          </button>
          <button type="button" class="step-button" disabled={isLast} onClick={to(page + 1)}>
            {pager.next}
            <Glyph name="next" sizePx={14} />
          </button>
        </div>
      )}
    </nav>
  );
}

function skeletonRows(columns: readonly Column<never>[]) {
  return Array.from({ length: 6 }, (_, at) => (
    <tr {...tableRoles.row} key={at} data-skeleton="">
      {columns.map(({ header }) => (
        <td {...tableRoles.cell} key={header}>
          <span class="skeleton" />
        </td>
      ))}
    </tr>
  ));
}

/** Moves the focus by one row. From outside the table, it moves to the first or last row. */
function moveFocus(body: HTMLElement | null, step: 1 | -1): void {
  const links = [...(body?.querySelectorAll<HTMLElement>(".row-link") ?? [])];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step;
  links[next]?.focus();
}

/** A section's list: filters, order, columns, views and pages. Everything but columns and views is in the address. */
import type { ComponentChildren } from "preact";
import type * as z from "zod/mini";
import { queryText } from "../client/query-text.ts";
import { type Reading, useQuery } from "../client/use-query.ts";
import { api } from "../session/session.ts";
import { DataTable, type ListResponse, type Selection } from "./data-table.tsx";
import { chosenFilters, Filters, filterOf } from "./filters.tsx";
import {
  type ChosenColumn,
  ListToolbar,
  type ListTools,
  type SortName,
  useListTools,
} from "./list-tools.tsx";

interface ListSource<Row, Schema extends z.ZodMiniType<ListResponse<Row>>> {
  /** The service's path, without a query. */
  readonly path: string;
  readonly schema: Schema;
  /** The names of the filters in the address. */
  readonly filters: readonly string[];
  /** The filters as the service reads them, where they differ from the address. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly columns: readonly ChosenColumn<Row>[];
  /** The orders, with the default first. Leave it out if the list has one order; see DECISIONS.md. */
  readonly sorts?: readonly SortName[];
  readonly everyMs?: number | ((value: z.infer<Schema> | undefined) => number | undefined);
}

export interface OpenList<Row, Value extends ListResponse<Row>> {
  readonly name: string;
  readonly reading: Omit<Reading<Value>, "replace">;
  readonly tools: ListTools<Row>;
  readonly filters: readonly string[];
  /** The filters as the service reads them, without page and order. */
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly sorts: readonly SortName[];
}

/** Reads the part of a list that the address selects. `name` is the list's name in the browser's storage. */
export function useList<Row, Schema extends z.ZodMiniType<ListResponse<Row>>>(
  name: string,
  source: ListSource<Row, Schema>,
): OpenList<Row, z.infer<Schema>> {
  const { schema, filters, columns, sorts = [], everyMs } = source;
  const query = source.query ?? chosenFilters(filters);
  const shown = { page: filterOf("page"), sort: sorts.length > 0 ? filterOf("sort") : undefined };
  const path = `${source.path}${queryText({ ...query, ...shown })}`;
  const tools = useListTools(name, columns);
  const reading = useQuery<z.infer<Schema>>(
    path,
    (signal) => api.get(path, schema, signal),
    everyMs === undefined ? {} : { everyMs },
  );
  return { name, reading, tools, filters, query, sorts };
}

interface ListViewProps<Row> {
  readonly list: OpenList<Row, ListResponse<Row>>;
  /** The table's caption for screen readers. */
  readonly caption: string;
  /** The test id; default: the list's name. */
  readonly testId?: string;
  readonly keyOf: (row: Row) => string;
  readonly linkOf?: ((row: Row) => string) | undefined;
  /** Shown for a list without any data (`none`), and for one whose filters match nothing (`noneFound`). */
  readonly words: {
    readonly none: string;
    readonly noneText: string;
    readonly noneFound?: string;
    readonly noneFoundText?: string;
  };
  readonly selection?: Selection<Row> | undefined;
  /** The filters' fields. */
  readonly children?: ComponentChildren;
  /** What a link has selected, below filters and tools. */
  readonly selected?: ComponentChildren;
  /** Shown at the end of the row of tools. */
  readonly end?: ComponentChildren;
}

export function ListView<Row>(props: ListViewProps<Row>) {
  const { list, caption, testId = list.name, keyOf, linkOf, words, selection } = props;
  const { none, noneText, noneFound = none, noneFoundText = noneText } = words;
  const isFiltered = list.filters.some((name) => filterOf(name));
  return (
    <>
      <div class="list-controls">
        {props.children && <Filters names={list.filters}>{props.children}</Filters>}
        <ListToolbar tools={list.tools} sorts={list.sorts} end={props.end} />
      </div>
      {props.selected}
      <DataTable
        caption={caption}
        testId={testId}
        columns={list.tools.columns}
        reading={list.reading}
        keyOf={keyOf}
        linkOf={linkOf}
        selection={selection}
        empty={
          isFiltered ? { title: noneFound, text: noneFoundText } : { title: none, text: noneText }
        }
      />
    </>
  );
}

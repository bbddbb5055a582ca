import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { Button } from "../../widgets/ui/button.tsx";
import { listTexts } from "../i18n/list-texts.ts";
import { addressOf, go, place } from "../router/place.ts";
import type { Column } from "./data-table.tsx";
import { SelectFilter } from "./filters.tsx";
import { Glyph } from "./glyph.tsx";
import {
  emptyMemory,
  type ListMemory,
  type ListView,
  maxViews,
  queryOfView,
  readMemory,
  writeMemory,
} from "./list-memory.ts";
import { showToast } from "./toasts.tsx";

/** A column that can be hidden. The first column, which links to the row's page, always shows. */
export interface ChosenColumn<Row> extends Column<Row> {
  /** The name in storage, the same in every language. */
  readonly name: string;
  /** Hidden until someone chooses it. */
  readonly isExtra?: boolean;
  /** Whether nobody can hide it, such as the row's buttons. */
  readonly isFixed?: boolean;
}

export type SortName = keyof typeof listTexts.value.sorts;

/** A list's chosen columns, and the tools to choose. */
export interface ListTools<Row> {
  readonly columns: readonly ChosenColumn<Row>[];
  readonly all: readonly ChosenColumn<Row>[];
  readonly memory: ListMemory;
  readonly remember: (change: (memory: ListMemory) => ListMemory) => void;
}

/** `list` names the list in the browser's storage. */
export function useListTools<Row>(list: string, all: readonly ChosenColumn<Row>[]): ListTools<Row> {
  const [memory, setMemory] = useState(() => readMemory(list) ?? emptyMemory);
  const columns = all.filter((column, at) => at === 0 || isShown(column, memory));
  return {
    columns,
    all,
    memory,
    remember: (change) => {
      // Another tab may have saved a view since.
      const next = change(readMemory(list) ?? memory);
      setMemory(next);
      writeMemory(list, next);
    },
  };
}

function isShown(column: ChosenColumn<never>, { columns }: ListMemory): boolean {
  const { name, isExtra, isFixed } = column;
  return isFixed || (columns[name] ?? !isExtra);
}

/** A row with the list's order (if it has several), columns and views. */
export function ListToolbar<Row>({
  tools,
  sorts,
  end,
}: {
  tools: ListTools<Row>;
  /** The orders, with the default first. */
  sorts: readonly SortName[];
  end?: ComponentChildren;
}) {
  const texts = listTexts.value;
  return (
    <div class="list-tools">
      {sorts.length > 0 && (
        <SelectFilter
          name="sort"
          label={texts.sort}
          options={sorts.map((value) => ({ value, text: texts.sorts[value] }))}
        />
      )}
      <Columns tools={tools} />
      <Views tools={tools} />
      {end && <div class="list-end">{end}</div>}
    </div>
  );
}

function Columns<Row>({ tools: { all, memory, remember } }: { tools: ListTools<Row> }) {
  const texts = listTexts.value;
  return (
    <details class="more list-tool" data-testid="list-columns">
      <summary>{texts.columns}</summary>
      <fieldset class="list-choices">
        <legend class="muted small">{texts.columnsText}</legend>
        {all.slice(1).map((column) =>
          column.isFixed ? null : (
            <label class="check" key={column.name}>
              <input
                type="checkbox"
                checked={isShown(column, memory)}
                onChange={({ currentTarget }) =>
                  remember((known) => ({
                    ...known,
                    columns: { ...known.columns, [column.name]: currentTarget.checked },
                  }))
                }
              />
              <span>{column.header}</span>
            </label>
          ),
        )}
      </fieldset>
    </details>
  );
}

function Views<Row>({ tools: { memory, remember } }: { tools: ListTools<Row> }) {
  const texts = listTexts.value;
  const [name, setName] = useState("");
  const id = useId();
  const save = () => {
    const trimmed = name.trim();
    if (trimmed === "") return;
    const view = {
      name: trimmed,
      query: queryOfView(place.value.query),
      columns: memory.columns,
    };
    remember((known) => {
      const others = known.views.filter((view) => view.name !== trimmed);
      return { ...known, views: [...others, view].slice(-maxViews) };
    });
    setName("");
    showToast(texts.saved(trimmed));
  };
  const open = (view: ListView) => {
    remember((known) => ({ ...known, columns: view.columns }));
    void go(addressOf(place.value.path, view.query));
  };
  return (
    <details class="more list-tool" data-testid="list-views">
      <summary>{texts.views}</summary>
      <div class="list-choices">
        <p class="muted small">{texts.viewsText}</p>
        {memory.views.length === 0 ? (
          <p>{texts.noViews}</p>
        ) : (
          <ul class="plain-list">
            {memory.views.map((view) => (
              <li class="line" key={view.name}>
                <button
                  type="button"
                  class="text-button"
                  aria-label={texts.open(view.name)}
                  onClick={() => open(view)}
                >
                  {view.name}
                </button>
                <button
                  type="button"
                  class="icon-button"
                  aria-label={texts.remove(view.name)}
                  onClick={() => {
                    remember((known) => ({
                      ...known,
                      views: known.views.filter(({ name }) => name !== view.name),
                    }));
                    showToast(texts.removed(view.name));
                  }}
                >
                  <Glyph name="trash" sizePx={16} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <form
          class="list-save"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <label class="filter" for={id}>
            <span class="filter-label">{texts.name}</span>
            <input
              id={id}
              class="input"
              maxLength={60}
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          </label>
          <Button quiet type="submit" testId="save-view">
            {texts.save}
          </Button>
        </form>
      </div>
    </details>
  );
}

import "../../styles/console/find.css";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type FindResult, findResults, shortestFind } from "#contract/console/find";
import { queryText } from "../client/query-text.ts";
import { useQuery } from "../client/use-query.ts";
import { texts } from "../i18n/current-texts.ts";
import { findTexts } from "../i18n/find-texts.ts";
import { addressOf, go } from "../router/place.ts";
import { api, may } from "../session/session.ts";
import { sections } from "../shell/sections.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Money } from "../ui/money.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";

const typingPauseMs = 150;

interface Choice {
  readonly key: string;
  readonly path: string;
  readonly text: string;
  readonly thing?: FindResult;
}

interface Group {
  readonly name: string;
  readonly choices: readonly Choice[];
}

/** The page of each kind of result. An unknown kind has no page and is not shown. */
const pages: Readonly<Record<string, string>> = {
  payment: "/payments",
  refund: "/payments",
  refund_batch: "/payments/batches",
  dispute: "/disputes",
  payout: "/payouts",
  settlement_batch: "/reconciliation/batches",
  settlement_break: "/reconciliation/breaks",
  customer: "/customers",
};

/**
 * Opens sections and records by id, the id's beginning, or a reference. A combobox with a list (WAI-ARIA): the focus
 * stays in the field, and arrow keys move through the list.
 */
export default function FindDialog({ onClose }: { onClose: () => void }) {
  const find = findTexts.value;
  const [typed, setTyped] = useState("");
  const [searchText, setSearchText] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => setSearchText(typed.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isLongEnough = searchText.length >= shortestFind;
  // The results are for an earlier text: Enter must not open them.
  const isOutdated = typed.trim() !== searchText;
  const path = isLongEnough ? `/find${queryText({ q: searchText })}` : null;
  // Results may name customers, so nothing is kept.
  const { value, failure, isLoading } = useQuery(
    path,
    (signal) => api.get(path ?? "", findResults, signal),
    { isKept: false },
  );
  const groups = [
    { name: find.sections, choices: sectionsNamed(typed) },
    ...(isLongEnough && !isOutdated && value ? groupsOf(value.found) : []),
  ].filter(({ choices }) => choices.length > 0);
  const all = groups.flatMap(({ choices }) => choices);
  const chosen = Math.min(at, all.length - 1);
  const optionId = (index: number) => `${id}-option-${index}`;
  useEffect(() => {
    document.getElementById(optionId(chosen))?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  const open = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    void go(addressOf(choice.path));
  };
  const isWaiting = isLoading || isOutdated;
  const status = failure
    ? find.failed
    : isWaiting && typed.trim().length >= shortestFind
      ? find.searching
      : all.length === 0
        ? find.none
        : find.found(all.length);
  let index = -1;
  return (
    <Dialog title={find.title} testId="find-dialog" onClose={onClose}>
      <div class="find">
        <input
          ref={input}
          class="input"
          type="text"
          role="combobox"
          aria-label={find.label}
          aria-describedby={`${id}-hint`}
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={all.length > 0 ? optionId(chosen) : undefined}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="go"
          maxLength={200}
          placeholder={find.label}
          value={typed}
          data-testid="find-input"
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.isComposing) return;
            const last = all.length - 1;
            if (event.key === "ArrowDown") setAt(chosen >= last ? 0 : chosen + 1);
            else if (event.key === "ArrowUp") setAt(chosen <= 0 ? last : chosen - 1);
            else if (event.key === "Enter") open(all[chosen]);
            else return;
            event.preventDefault();
          }}
        />
        <p class="muted small" id={`${id}-hint`}>
          {find.hint}
        </p>
        <div class="find-list" role="listbox" id={`${id}-list`} aria-label={find.title}>
          {groups.map(({ name, choices }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be inside a listbox
            <div role="group" aria-label={name} key={name}>
              <p class="find-group" aria-hidden="true">
                {name}
              </p>
              {choices.map((choice) => {
                index += 1;
                const own = index;
                return (
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
                  // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field opens it
                  <div
                    class="find-option"
                    role="option"
                    id={optionId(own)}
                    key={choice.key}
                    aria-selected={own === chosen}
                    data-testid="find-option"
                    onPointerMove={() => setAt(own)}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => open(choice)}
                  >
                    <ChoiceText choice={choice} />
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <p class="muted small" role="status" data-testid="find-status">
          {status}
        </p>
      </div>
    </Dialog>
  );
}

function ChoiceText({ choice: { text, thing } }: { choice: Choice }) {
  if (!thing) return <span>{text}</span>;
  const { id, label, status, amount, currency } = thing;
  return (
    <>
      <span class="two-lines">
        <span>{label}</span>
        {id !== label && <span class="muted small mono">{id}</span>}
      </span>
      <span class="find-more">
        {amount !== null && currency !== null && <Money amount={amount} currency={currency} />}
        {status !== null && <StatusBadge status={status} />}
      </span>
    </>
  );
}

/** The role's sections with a word that begins with the text; all sections if the text is empty. */
function sectionsNamed(typed: string): Choice[] {
  const text = plain(typed.trim());
  return sections
    .filter(({ permission }) => may(permission))
    .map(({ name, path }) => ({ key: path, path, text: texts.value.sections[name] }))
    .filter((section) => {
      const words = plain(section.text);
      return words.startsWith(text) || words.split(/\s+/).some((word) => word.startsWith(text));
    });
}

/** Ignores case and accents: `telefono` finds `Teléfono`. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function groupsOf(found: readonly FindResult[]): Group[] {
  const { kinds } = findTexts.value;
  return Object.entries(pages).map(([kind, page]) => ({
    name: kinds[kind] ?? kind,
    choices: found
      .filter((thing) => thing.kind === kind)
      .map((thing) => ({
        key: `${kind} ${thing.id}`,
        path: `${page}/${encodeURIComponent(thing.pageId)}`,
        text: thing.label,
        thing,
      })),
  }));
}

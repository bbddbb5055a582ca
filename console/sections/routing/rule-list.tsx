import { useLayoutEffect, useRef } from "preact/hooks";
import type { RoutingProblem, RoutingRule } from "#contract/routing-rules";
import { listText } from "../../../widgets/i18n/list-text.ts";
import { percentText } from "../../../widgets/i18n/money-text.ts";
import { IconLine } from "../../../widgets/ui/icon-line.tsx";
import { language } from "../../i18n/current-texts.ts";
import { routingTexts } from "../../i18n/routing-texts.ts";
import { Glyph } from "../../ui/glyph.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { moved, sharesOf } from "./rule-input.ts";
import { conditionWords, problemWords, ruleName } from "./rule-words.ts";

interface RuleListProps {
  readonly rules: readonly RoutingRule[];
  readonly problems: readonly RoutingProblem[];
  /** Names in the service's default order. */
  readonly processors: readonly string[];
  readonly isReadOnly: boolean;
  readonly onChange: (rules: RoutingRule[]) => void;
  readonly onEdit: (at: number) => void;
}

/** The rules in order, described. The last line applies if no rule matches. */
export function RuleList(props: RuleListProps) {
  const { rules, processors, isReadOnly, onChange } = props;
  const routing = routingTexts.value;
  const list = useRef<HTMLOListElement>(null);
  const focusAfter = useRef<string | null>(null);
  useLayoutEffect(() => {
    const wanted = focusAfter.current;
    focusAfter.current = null;
    if (wanted) list.current?.querySelector<HTMLElement>(`[data-focus="${wanted}"]`)?.focus();
  });
  const move = (from: number, to: number, by: "up" | "down" | "card") => {
    const rule = rules[from];
    if (!rule || to < 0 || to >= rules.length) return;
    // At the end of the list this button disappears, so the other one gets the focus.
    const other = by === "up" ? "down" : "up";
    const isAtEnd = (by === "up" && to === 0) || (by === "down" && to === rules.length - 1);
    focusAfter.current = by === "card" ? rule.id : `${isAtEnd ? other : by}-${rule.id}`;
    onChange(moved(rules, from, to));
    showToast(routing.moved(ruleName(rule), to + 1, rules.length));
  };
  return (
    <ol class="rules" ref={list} data-testid="rules">
      {rules.map((rule, at) => (
        <RuleCard {...props} key={rule.id} rule={rule} at={at} onMove={move} />
      ))}
      <li class="rule-card" data-rest="">
        <div class="rule-head">
          <span class="rule-number" aria-hidden="true">
            …
          </span>
          <span class="rule-name">{routing.otherwise}</span>
        </div>
        <p class="muted">
          {rules.length === 0 && `${routing.noRules} `}
          {routing.otherwiseText(listText(processors, language.value))}
        </p>
      </li>
      {!isReadOnly && rules.length > 1 && <li class="rule-hint muted small">{routing.keysHint}</li>}
    </ol>
  );
}

interface RuleCardProps extends RuleListProps {
  readonly rule: RoutingRule;
  readonly at: number;
  readonly onMove: (from: number, to: number, by: "up" | "down" | "card") => void;
}

function RuleCard(props: RuleCardProps) {
  const { rule, at, rules, problems, isReadOnly, onMove } = props;
  const routing = routingTexts.value;
  const name = ruleName(rule);
  const mine = problems.filter(({ path }) => path[0] === at);
  return (
    <li
      class="rule-card"
      data-off={rule.enabled ? undefined : ""}
      data-testid={`rule-${rule.id}`}
      data-focus={rule.id}
      tabIndex={isReadOnly ? undefined : -1}
      aria-label={name}
      onKeyDown={(event) => {
        const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
        if (!event.altKey || step === 0 || isReadOnly) return;
        event.preventDefault();
        onMove(at, at + step, "card");
      }}
    >
      <div class="rule-head">
        <span class="rule-number">{at + 1}</span>
        <span class="rule-name">{name}</span>
        {!rule.enabled && <span class="badge">{routing.off}</span>}
        {!isReadOnly && <RuleActions {...props} name={name} />}
      </div>
      <p class="rule-words">
        {conditionWords(rule.when).map((words) => (
          <span class="rule-word" key={words}>
            {words}
          </span>
        ))}
      </p>
      <Shares to={rule.to} />
      {mine.map((problem) => (
        <IconLine
          class={problem.severity === "error" ? "field-error" : "field-note"}
          icon={problem.severity === "error" ? "alert" : "info"}
          key={problem.path.join(".") + problem.code}
          data-testid={`problem-${problem.code}`}
        >
          {problemWords(problem, rules)}
        </IconLine>
      ))}
    </li>
  );
}

function RuleActions({
  rule,
  rules,
  at,
  name,
  onMove,
  onChange,
  onEdit,
}: RuleCardProps & { name: string }) {
  const routing = routingTexts.value;
  const replace = (change: Partial<RoutingRule>) =>
    onChange(rules.map((each) => (each === rule ? { ...each, ...change } : each)));
  return (
    <span class="rule-actions">
      <label class="rule-switch">
        <input
          type="checkbox"
          aria-label={routing.on(name)}
          checked={rule.enabled}
          onChange={({ currentTarget: { checked } }) => {
            replace({ enabled: checked });
            showToast(routing.switched(name, checked));
          }}
        />
        <span aria-hidden="true">{routing.onShort}</span>
      </label>
      <button
        type="button"
        class="icon-button"
        aria-label={routing.up(name)}
        data-focus={`up-${rule.id}`}
        disabled={at === 0}
        onClick={() => onMove(at, at - 1, "up")}
      >
        <Glyph name="up" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={routing.down(name)}
        data-focus={`down-${rule.id}`}
        disabled={at === rules.length - 1}
        onClick={() => onMove(at, at + 1, "down")}
      >
        <Glyph name="down" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={routing.edit(name)}
        onClick={() => onEdit(at)}
      >
        <Glyph name="edit" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={routing.remove(name)}
        onClick={() => {
          onChange(rules.filter((each) => each !== rule));
          showToast(routing.removed(name));
          document.querySelector<HTMLElement>("[data-testid='add-rule']")?.focus();
        }}
      >
        <Glyph name="trash" />
      </button>
    </span>
  );
}

/** The shares as a bar and as text, and the processors in reserve. */
function Shares({ to }: { to: RoutingRule["to"] }) {
  const routing = routingTexts.value;
  const shares = sharesOf(to);
  const reserves = to.filter(({ weight }) => weight === 0).map(({ processor }) => processor);
  return (
    <div class="shares">
      <div class="share-bar" aria-hidden="true">
        {shares.map(({ processor, share }) => (
          <span class="share-part" key={processor} style={{ flexGrow: share }} />
        ))}
      </div>
      <p class="share-words">
        {shares.map(({ processor, share }) => (
          <span class="share-word" key={processor}>
            {routing.share(processor, percentText(Math.round(share * 1000) / 1000, language.value))}
          </span>
        ))}
        {reserves.length > 0 && (
          <span class="muted">{routing.reserve(listText(reserves, language.value))}</span>
        )}
      </p>
    </div>
  );
}

import { useLayoutEffect, useRef } from "preact/hooks";
import { percentText } from "../../../widgets/i18n/money-text.ts";
import { IconLine } from "../../../widgets/ui/icon-line.tsx";
import { language } from "../../i18n/current-texts.ts";
import { routingTexts } from "../../i18n/routing-texts.ts";
import { Glyph } from "../../ui/glyph.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { moved, sharesOf, type Target, weightOf } from "./rule-input.ts";

interface TargetEditorProps {
  readonly targets: readonly Target[];
  /** The error by processor, and by `targets` for all. */
  readonly errorOf: (name: string) => string | undefined;
  readonly onChange: (targets: Target[]) => void;
}

/** Edits a rule's processors with their weights, in reserve order. */
export function TargetEditor({ targets, errorOf, onChange }: TargetEditorProps) {
  const { form } = routingTexts.value;
  const list = useRef<HTMLOListElement>(null);
  const focusAfter = useRef<string | null>(null);
  useLayoutEffect(() => {
    const wanted = focusAfter.current;
    focusAfter.current = null;
    if (wanted) list.current?.querySelector<HTMLElement>(`[data-focus="${wanted}"]`)?.focus();
  });
  const used = targets.filter(({ isUsed }) => isUsed);
  const weights = used.map(({ processor, weight }) => ({
    processor,
    weight: weightOf(weight) ?? 0,
  }));
  const areRead = used.every(({ weight }) => weightOf(weight) !== null);
  const shares = new Map(sharesOf(weights).map(({ processor, share }) => [processor, share]));
  const sum = weights.reduce((total, { weight }) => total + weight, 0);
  const change = (at: number, part: Partial<Target>) =>
    onChange(targets.map((target, index) => (index === at ? { ...target, ...part } : target)));
  const move = (from: number, to: number, way: "up" | "down") => {
    const { processor = "" } = targets[from] ?? {};
    const isAtEnd = to === 0 || to === targets.length - 1;
    focusAfter.current = `${isAtEnd ? (way === "up" ? "down" : "up") : way}-${processor}`;
    onChange(moved(targets, from, to));
    showToast(form.movedTo(processor, to + 1));
  };
  return (
    <div class="targets" data-testid="targets">
      <ol class="target-list" ref={list}>
        {targets.map(({ processor, isUsed, weight }, at) => (
          <li class="target" key={processor} data-testid={`target-${processor}`}>
            <label class="check target-use">
              <input
                type="checkbox"
                aria-label={form.use(processor)}
                checked={isUsed}
                onChange={({ currentTarget }) => change(at, { isUsed: currentTarget.checked })}
              />
              <span class="strong">{processor}</span>
            </label>
            <input
              class="input target-weight"
              id={`field-weight-${processor}`}
              type="number"
              inputMode="numeric"
              min={0}
              max={100}
              step={1}
              aria-label={form.weight(processor)}
              aria-invalid={errorOf(processor) === undefined ? undefined : "true"}
              aria-describedby={
                errorOf(processor) === undefined ? undefined : `error-weight-${processor}`
              }
              value={weight}
              disabled={!isUsed}
              onInput={({ currentTarget }) => change(at, { weight: currentTarget.value })}
            />
            <span class="target-share muted">
              {isUsed &&
                (shares.has(processor)
                  ? percentText(
                      Math.round((shares.get(processor) ?? 0) * 1000) / 1000,
                      language.value,
                    )
                  : form.inReserve)}
            </span>
            <span class="target-moves">
              <button
                type="button"
                class="icon-button"
                aria-label={form.up(processor)}
                data-focus={`up-${processor}`}
                disabled={at === 0}
                onClick={() => move(at, at - 1, "up")}
              >
                <Glyph name="up" />
              </button>
              <button
                type="button"
                class="icon-button"
                aria-label={form.down(processor)}
                data-focus={`down-${processor}`}
                disabled={at === targets.length - 1}
                onClick={() => move(at, at + 1, "down")}
              >
                <Glyph name="down" />
              </button>
            </span>
            {errorOf(processor) && (
              <IconLine
                class="field-error"
                icon="alert"
                id={`error-weight-${processor}`}
                data-testid={`error-weight-${processor}`}
              >
                {errorOf(processor)}
              </IconLine>
            )}
          </li>
        ))}
      </ol>
      {areRead && sum > 0 && (
        <p class="muted small" data-testid="weight-sum">
          {form.sum(sum)}
        </p>
      )}
      {errorOf("targets") && (
        <IconLine class="field-error" icon="alert" id="error-targets" data-testid="error-targets">
          {errorOf("targets")}
        </IconLine>
      )}
    </div>
  );
}

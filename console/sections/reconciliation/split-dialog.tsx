import { useState } from "preact/hooks";
import {
  type BreakAction,
  type BreakPage,
  maxParts,
  type SplitResolution,
} from "#contract/console/reconciliation";
import { toDecimalText, toMajor } from "#contract/money";
import { Button } from "../../../widgets/ui/button.tsx";
import { Field } from "../../../widgets/ui/field.tsx";
import type { ApiFailure } from "../../client/api.ts";
import { language } from "../../i18n/current-texts.ts";
import { reconciliationTexts } from "../../i18n/reconciliation-texts.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form, SelectField } from "../../ui/form.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { minorOfTyped } from "../../ui/typed-amount.ts";
import { secondPersonText } from "./second-person-text.ts";

interface SplitDialogProps {
  readonly page: BreakPage;
  readonly isBusy: boolean;
  readonly failure: ApiFailure | undefined;
  readonly onSubmit: (action: BreakAction) => void;
  readonly onClose: () => void;
}

interface TypedPart {
  readonly resolution: SplitResolution;
  readonly typed: string;
}

/** Asks what settled each part of a break, and for its amount. The parts must add up to the break. */
export function SplitDialog({ page, isBusy, failure, onSubmit, onClose }: SplitDialogProps) {
  const words = reconciliationTexts.value;
  const { amount, currency, version } = page.summary;
  const names = page.splitResolutions;
  const [parts, setParts] = useState<readonly TypedPart[]>(() =>
    names.slice(0, 2).map((resolution) => ({ resolution, typed: "" })),
  );
  const [isTried, setIsTried] = useState(false);
  const [isReasonMissing, setIsReasonMissing] = useState(false);
  const whole = minorOfTyped(String(amount), currency) ?? 0;
  const amounts = parts.map(({ typed }) => minorOfTyped(typed, currency));
  const leftMinor = amounts.reduce<number>((left, minor) => left - (minor ?? 0), whole);
  const isComplete = leftMinor === 0 && amounts.every((minor) => minor !== undefined);
  const change = (at: number, changed: Partial<TypedPart>) =>
    setParts(parts.map((part, index) => (index === at ? { ...part, ...changed } : part)));
  const money = (minor: number) => moneyText(toMajor(minor, currency), currency, language.value);
  const problem =
    leftMinor < 0 ? words.splitOver(money(-leftMinor)) : words.splitLeft(money(leftMinor));
  return (
    <Dialog title={words.actions["split"] ?? "split"} testId="split-dialog" onClose={onClose}>
      <Form
        testId="split-form"
        failure={failure}
        onSubmit={({ text = "" }) => {
          setIsTried(true);
          setIsReasonMissing(text.trim() === "");
          const wrong = amounts.indexOf(undefined);
          if (!isComplete) {
            document
              .getElementById(`field-amount-${wrong === -1 ? parts.length - 1 : wrong}`)
              ?.focus();
            return;
          }
          if (text.trim() === "") {
            document.getElementById("field-text")?.focus();
            return;
          }
          onSubmit({
            action: "split",
            version,
            parts: parts.map(({ resolution, typed }) => ({ resolution, amount: Number(typed) })),
            text: text.trim(),
          });
        }}
      >
        <p class="dialog-text">
          {words.splitText(money(whole))} {secondPersonText(page.summary)}
        </p>
        {parts.map((part, at) => (
          <fieldset class="split-part" key={at}>
            <legend class="visually-hidden">{words.splitPart(at + 1)}</legend>
            <SelectField
              name={`resolution-${at}`}
              label={words.resolution}
              value={part.resolution}
              options={names.map((name) => ({
                value: name,
                text: words.splitNames[name] ?? words.resolutions[name] ?? name,
              }))}
              onChange={(value) => change(at, { resolution: value as SplitResolution })}
            />
            <Field
              name={`amount-${at}`}
              label={`${words.amount} (${currency})`}
              error={isTried && amounts[at] === undefined ? words.splitAmount : undefined}
              input={{
                value: part.typed,
                inputMode: "decimal",
                autocomplete: "off",
                onInput: ({ currentTarget }) => change(at, { typed: currentTarget.value.trim() }),
              }}
            />
            {parts.length > 2 && (
              <button
                type="button"
                class="text-button"
                data-testid={`split-remove-${at}`}
                onClick={() => setParts(parts.filter((_, index) => index !== at))}
              >
                {words.splitRemove(at + 1)}
              </button>
            )}
          </fieldset>
        ))}
        <p
          class={isTried && !isComplete ? "field-error" : "muted small"}
          role="status"
          data-testid="split-left"
        >
          {problem}
        </p>
        {parts.length < maxParts && (
          <div>
            <Button
              quiet
              testId="split-add"
              onPress={() => {
                const [resolution = "fee"] = names;
                const typed = leftMinor > 0 ? toDecimalText(leftMinor, currency) : "";
                setParts([...parts, { resolution, typed }]);
              }}
            >
              {words.splitAdd}
            </Button>
          </div>
        )}
        <Field
          name="text"
          label={words.text}
          error={isReasonMissing ? words.textMissing : undefined}
          input={{ autocomplete: "off", maxLength: 1000 }}
        />
        <DialogActions testIds={["split-cancel", "split-send"]} isBusy={isBusy} onCancel={onClose}>
          {words.actions["split"]}
        </DialogActions>
      </Form>
    </Dialog>
  );
}

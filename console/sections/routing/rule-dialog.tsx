import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { paymentMethodTypes } from "#contract/api/payment-intents";
import { cardBrands, cardFundings } from "#contract/card-brands";
import { currencies as allCurrencies } from "#contract/money";
import { countryCodes } from "#contract/regions";
import {
  checkRoutingRules,
  type RoutableProcessor,
  type RoutingProblem,
  type RoutingRule,
} from "#contract/routing-rules";
import { brandName } from "../../../widgets/fields/brand-name.ts";
import { namedCountries } from "../../../widgets/fields/country-names.ts";
import { Field } from "../../../widgets/ui/field.tsx";
import { language, texts } from "../../i18n/current-texts.ts";
import { routingTexts } from "../../i18n/routing-texts.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { useLeaveQuestion } from "../../ui/use-leave-question.ts";
import { CheckList, PickList } from "./pick-list.tsx";
import { idFromName, inputOf, type RuleInput, ruleOf } from "./rule-input.ts";
import { problemWords } from "./rule-words.ts";
import { TargetEditor } from "./target-editor.tsx";

interface RuleDialogProps {
  readonly rule: RoutingRule;
  readonly isNew: boolean;
  /** The whole list, already with the new rule at its end. */
  readonly rules: readonly RoutingRule[];
  readonly processors: readonly RoutableProcessor[];
  readonly onApply: (rule: RoutingRule) => void;
  readonly onClose: () => void;
}

/** The form for one rule. Shows errors at their fields after the first try to apply it. */
export function RuleDialog(props: RuleDialogProps) {
  const { rule: before, isNew, rules, processors, onApply, onClose } = props;
  const { methods } = texts.value;
  const routing = routingTexts.value;
  const words = routing.form;
  const names = processors.map(({ name }) => name);
  const [first] = useState<RuleInput>(() => inputOf(before, names));
  const [input, setInput] = useState(first);
  const [hasTried, setHasTried] = useState(false);
  const [tries, setTries] = useState(0);
  const body = useRef<HTMLDivElement>(null);
  const set = (part: Partial<RuleInput>) => setInput((last) => ({ ...last, ...part }));

  const others = rules.filter((rule) => rule.id !== before.id);
  const { rule: typed, problems: unread } = ruleOf(input, before);
  const rule = isNew ? { ...typed, id: idFromName(typed.name ?? "", others) } : typed;
  const place = rules.findIndex((rule) => rule.id === before.id);
  const list = rules.map((each, at) => (at === place ? rule : each));
  const routingProblems = checkRoutingRules(list, processors).filter(
    ({ path }) => path[0] === place,
  );
  const problems = new Map<string, string>([...unread].map(([name, code]) => [name, words[code]]));
  // Unreadable input counts as 0 or empty, so problems that follow from it are not shown.
  if (problems.size === 0) {
    for (const [name, text] of errorsOf(routingProblems, list, rule)) problems.set(name, text);
  }
  const errorOf = (name: string) => (hasTried ? problems.get(name) : undefined);
  const warnings = routingProblems.filter(({ severity }) => severity === "warning");

  useLayoutEffect(() => {
    if (tries === 0) return;
    const find = (selector: string) => body.current?.querySelector<HTMLElement>(selector);
    (find("[aria-invalid='true']") ?? find(".target-list input"))?.focus();
  }, [tries]);
  const apply = () => {
    setHasTried(true);
    if (problems.size > 0) setTries((last) => last + 1);
    else onApply(rule);
  };
  const changed = Object.entries(first).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(input[name as keyof RuleInput]),
  ).length;
  const askToLeave = useLeaveQuestion(changed);
  /** Escape and a press outside easily happen by mistake. *Cancel* says what it does. */
  const leave = async () => {
    if (changed === 0 || (await askToLeave())) onClose();
  };
  const currencyNames = new Intl.DisplayNames(language.value, { type: "currency" });
  return (
    <Dialog
      title={isNew ? words.titleNew : words.titleEdit}
      testId="rule-dialog"
      onClose={() => void leave()}
    >
      <Form testId="rule-form" onSubmit={apply}>
        <div class="rule-form" ref={body}>
          <p class="visually-hidden" role="status">
            {hasTried && problems.size > 0 ? words.mend(problems.size) : ""}
          </p>
          <Field
            name="rule-name"
            label={words.name}
            optional={routingTexts.value.form.optional}
            hint={words.nameHint}
            input={{
              defaultValue: input.name,
              maxLength: 60,
              autocomplete: "off",
              onInput: ({ currentTarget }) => set({ name: currentTarget.value }),
            }}
          />
          <section class="rule-part" aria-labelledby="rule-which">
            <h3 class="rule-part-title" id="rule-which">
              {words.which}
            </h3>
            <p class="muted">{words.whichText}</p>
            <PickList
              name="currencies"
              label={words.currencies}
              error={errorOf("currencies")}
              options={[...allCurrencies]
                .sort()
                .map((value) => ({ value, text: `${value} · ${currencyNames.of(value)}` }))}
              chosen={input.currencies}
              onChange={(currencies) => set({ currencies })}
            />
            <div class="amount-row">
              {(["minAmount", "maxAmount"] as const).map((name) => (
                <Field
                  key={name}
                  digits
                  name={name}
                  label={words[name]}
                  optional={routingTexts.value.form.optional}
                  error={errorOf(name)}
                  input={{
                    defaultValue: input[name],
                    inputMode: "decimal",
                    autocomplete: "off",
                    onInput: ({ currentTarget }) => set({ [name]: currentTarget.value }),
                  }}
                />
              ))}
              <p class="field-hint amount-hint">{words.amountHint}</p>
            </div>
            <CheckList
              name="brands"
              label={words.brands}
              options={cardBrands.map((value) => ({ value, text: brandName(value) }))}
              chosen={input.brands}
              onChange={(brands) => set({ brands })}
            />
            <CheckList
              name="funding"
              label={words.funding}
              options={cardFundings.map((value) => ({
                value,
                text: routing.funding[value] ?? value,
              }))}
              chosen={input.funding}
              onChange={(funding) => set({ funding })}
            />
            <PickList
              name="countries"
              label={words.countries}
              error={errorOf("countries")}
              options={namedCountries(countryCodes, language.value).map((namedCountry) => ({
                value: namedCountry.country,
                text: namedCountry.name,
              }))}
              chosen={input.countries}
              onChange={(countries) => set({ countries })}
            />
            {before.when.types && (
              <CheckList
                name="types"
                label={words.types}
                options={paymentMethodTypes.map((value) => ({
                  value,
                  text: methods[value] ?? value,
                }))}
                chosen={input.types}
                onChange={(types) => set({ types })}
              />
            )}
          </section>
          <section class="rule-part" aria-labelledby="rule-targets">
            <h3 class="rule-part-title" id="rule-targets">
              {words.processors}
            </h3>
            <p class="muted">{words.processorsText}</p>
            <TargetEditor
              targets={input.targets}
              errorOf={(name) => errorOf(name === "targets" ? name : `weight-${name}`)}
              onChange={(targets) => set({ targets })}
            />
          </section>
          {warnings.map((problem) => (
            <p class="rule-summary" key={problem.code} data-testid={`note-${problem.code}`}>
              {problemWords(problem, list)}
            </p>
          ))}
          <DialogActions testIds={["rule-cancel", "rule-apply"]} onCancel={onClose}>
            {words.apply}
          </DialogActions>
        </div>
      </Form>
    </Dialog>
  );
}

/** The errors by form field name. */
function errorsOf(
  routingProblems: readonly RoutingProblem[],
  list: readonly RoutingRule[],
  rule: RoutingRule,
): [string, string][] {
  return routingProblems
    .filter(({ severity }) => severity === "error")
    .map((problem) => {
      const [, part, at] = problem.path;
      const target = part === "to" ? rule.to[Number(at)]?.processor : undefined;
      const isOfAll = problem.code === "no_weight";
      const name = target && !isOfAll ? `weight-${target}` : part === "to" ? "targets" : String(at);
      return [name, problemWords(problem, list)];
    });
}

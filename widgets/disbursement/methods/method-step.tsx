import { useState } from "preact/hooks";
import type { SavedPayoutMethod } from "#contract/client/disbursements";
import type { ReadDisbursementSession } from "../../client/disbursement-responses.ts";
import type { FieldReading } from "../../fields/field-reading.ts";
import { dateText } from "../../i18n/date-text.ts";
import type { DisbursementTexts } from "../../i18n/disbursement-texts.ts";
import { RemoveSaved } from "../../payment/methods/saved/remove-saved.tsx";
import { StepForm } from "../../steps/step-form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RadioGroup, type RadioOption } from "../../ui/radio-group.tsx";
import type { PayoutChoice } from "../machine/state.ts";
import { type KnownOption, type KnownType, knownOptions } from "../offered-methods.ts";
import { arrivalText, methodText } from "../view/method-words.ts";
import { LazyMethodForm } from "./lazy-method-form.tsx";
import type { FilledMethod, MethodForm } from "./method-form.ts";

interface MethodStepProps {
  readonly session: ReadDisbursementSession;
  readonly texts: DisbursementTexts;
  readonly locale: string;
  /** False while another step is shown; typed data is kept. */
  readonly active: boolean;
  /** Error code of the service's refusal of typed data. */
  readonly problem: string | null;
  readonly nowMs: () => number;
  readonly loadForm: (type: KnownType) => Promise<MethodForm>;
  readonly onChosen: (choice: PayoutChoice) => void;
  /** Resolves with true if the method is gone. */
  readonly removeSaved: (savedPayoutMethodId: string) => Promise<boolean>;
}

const icons = { bank: "bank", pay_by_bank: "bank", card: "card", crypto: "coin" } as const;

/** Saved methods, then the others. The chosen one has its form below it. */
export function MethodStep(props: MethodStepProps) {
  const { session, texts, locale, active, problem, nowMs, loadForm, onChosen, removeSaved } = props;
  const options = knownOptions(session);
  const [removed, setRemoved] = useState<readonly SavedPayoutMethod[]>([]);
  const isRemoved = ({ savedPayoutMethodId: id }: SavedPayoutMethod) =>
    removed.some(({ savedPayoutMethodId }) => savedPayoutMethodId === id);
  const saved = session.savedPayoutMethods.filter(
    (savedPayoutMethod) => !isRemoved(savedPayoutMethod),
  );
  const [picked, setPicked] = useState(() => firstChosen(saved, options));
  const isListed = [...saved.map(savedValue), ...options.map(({ type }) => type)].some(
    (value) => value === picked,
  );
  // A saved method may be gone from a new session, too.
  const chosen = isListed ? picked : firstChosen(saved, options);
  // An opened form stays in the document, hidden, so that it loses nothing.
  const [opened, setOpened] = useState<readonly (string | null)[]>([]);
  const [readings, setReadings] = useState<Readonly<Record<string, FieldReading<FilledMethod>>>>(
    {},
  );
  const [save, setSave] = useState(true);

  const savedOne = saved.find((method) => savedValue(method) === chosen);
  const option = options.find(({ type }) => type === chosen);
  const filled = option && readings[option.type];
  const submit = () => {
    if (savedOne) {
      const { savedPayoutMethodId, payoutMethod: method, arrival } = savedOne;
      return onChosen({ request: { type: "saved", savedPayoutMethodId }, method, arrival });
    }
    if (!option || !filled?.value) return;
    const { details, method } = filled.value;
    onChosen({ request: { ...details, save }, method, arrival: option.arrival });
  };

  const { method: words } = texts;
  const isKept = (type: string) => saved.some((method) => method.type === type);
  const arrives = (arrival: KnownOption["arrival"]) => {
    const text = arrivalText(arrival, texts);
    return text === "" ? [] : [texts.startOfLine(text)];
  };
  const choices = (isSubmitted: boolean): RadioOption<string>[] => [
    ...saved.map((method) => ({
      value: savedValue(method),
      label: methodText(method.payoutMethod, texts),
      detail: (
        <span class="payout-dotted">
          <span>{words.usedOn(dateText(method.lastUsedAt, locale))}</span>{" "}
          {arrives(method.arrival).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </span>
      ),
      mark: <MethodMark type={method.type} />,
      extra: (
        <RemoveSaved
          id={method.savedPayoutMethodId}
          name={methodText(method.payoutMethod, texts)}
          texts={words.remove}
          remove={() => removeSaved(method.savedPayoutMethodId)}
          onRemoved={() => setRemoved((all) => [...all, method])}
        />
      ),
    })),
    ...options.map((option) => ({
      value: option.type,
      label: isKept(option.type) ? words.another[option.type] : words.types[option.type],
      detail: arrives(option.arrival)[0],
      mark: <MethodMark type={option.type} />,
      content: [...opened, chosen].includes(option.type) ? (
        <LazyMethodForm
          type={option.type}
          option={option}
          load={loadForm}
          isSubmitted={isSubmitted && chosen === option.type}
          texts={texts}
          nowMs={nowMs}
          onReading={(reading) => setReadings((all) => ({ ...all, [option.type]: reading }))}
        />
      ) : undefined,
    })),
  ];

  return (
    <div hidden={!active}>
      <StepForm
        testId="step-method"
        texts={texts}
        title={words.title}
        text={words.text}
        problem={problem === null ? undefined : refusalText(problem, texts)}
        button={words.continue}
        busy={false}
        blocks={savedOne === undefined && (filled?.blocks ?? true)}
        about={chosen}
        active={active}
        onSubmit={submit}
      >
        {(isSubmitted) => (
          <>
            <RadioGroup
              name="payout-method"
              legend={words.legend}
              quietLegend
              look="list"
              options={choices(isSubmitted)}
              chosen={chosen}
              error={isSubmitted && chosen === null ? words.choose : undefined}
              onChoose={(value) => {
                setPicked(value);
                setOpened((all) => [...all, chosen]);
              }}
            />
            <p class="visually-hidden" role="status" data-testid="removed">
              {removed
                .slice(-1)
                .map((method) => words.remove.removed(methodText(method.payoutMethod, texts)))}
            </p>
            {option && (
              <label class="checkbox">
                <input
                  type="checkbox"
                  class="checkbox-box"
                  data-testid="save-method"
                  checked={save}
                  onChange={(event) => setSave(event.currentTarget.checked)}
                />
                <span>{words.save}</span>
              </label>
            )}
          </>
        )}
      </StepForm>
    </div>
  );
}

const savedValue = ({ savedPayoutMethodId }: SavedPayoutMethod) => `saved-${savedPayoutMethodId}`;

/** The method used last, or the only one. */
function firstChosen(
  saved: readonly SavedPayoutMethod[],
  options: readonly KnownOption[],
): string | null {
  const [last] = [...saved].sort((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt));
  if (last) return savedValue(last);
  return options.length === 1 ? (options[0]?.type ?? null) : null;
}

function refusalText(code: string, { method, notices }: DisbursementTexts): string {
  return (Object.hasOwn(method.refusals, code) && method.refusals[code]) || notices.refused.title;
}

function MethodMark({ type }: { type: string }) {
  const name = Object.hasOwn(icons, type) ? icons[type as keyof typeof icons] : "bank";
  return (
    <span class="method-mark">
      <Icon name={name} sizePx={20} />
    </span>
  );
}

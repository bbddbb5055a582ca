import type { ConsoleSettings, EditableSettings } from "#contract/console/settings";
import { Field } from "../../../widgets/ui/field.tsx";
import type { ApiFailure } from "../../client/api.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { fieldFailure, SelectField } from "../../ui/form.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { Panel } from "../../ui/page.tsx";
import { MethodsField, SurchargeField } from "./price-fields.tsx";

export interface PartProps {
  readonly shown: EditableSettings;
  readonly failure: ApiFailure | undefined;
  readonly change: <Name extends keyof EditableSettings>(
    name: Name,
    value: EditableSettings[Name],
  ) => void;
}

/** The settings that decide when customers must verify their identity. */
export function VerificationSettings(props: PartProps) {
  const { shown, failure, change } = props;
  const { settings } = texts.value;
  return (
    <Panel title={settings.verification} testId="verification-settings">
      <div class="form-grid">
        <Switch name="verifyOnFirstPayment" {...props} />
        <Switch name="verifyOnFirstDisbursement" {...props} />
        <Choice name="documentReview" {...props} />
        <Choice name="smsVerification" {...props} />
        <Field
          name="documentRetentionDays"
          label={settings.names["documentRetentionDays"] ?? ""}
          hint={settings.hints["documentRetentionDays"]}
          error={fieldFailure(failure, "changes.documentRetentionDays")}
          digits
          input={{
            type: "number",
            inputMode: "numeric",
            required: true,
            min: 1,
            max: 3650,
            defaultValue: String(shown.documentRetentionDays),
            onInput: ({ currentTarget }) =>
              change("documentRetentionDays", Number(currentTarget.value)),
          }}
        />
      </div>
    </Panel>
  );
}

/** How payments are made and described. */
export function PaymentSettings(props: PartProps) {
  const { shown, failure, change } = props;
  const { settings } = texts.value;
  return (
    <Panel title={settings.payments}>
      <div class="form-grid">
        <MethodsField {...props} />
        <SurchargeField {...props} />
        <Choice name="salesTax" {...props} />
        <Choice name="threeDSecure" {...props} />
        <Choice name="threeDSecureUnavailable" {...props} />
        <Switch name="savedPaymentMethods" {...props} />
        <Choice name="savedCardVerification" {...props} />
        <Field
          name="paymentDescriptor"
          label={settings.names["paymentDescriptor"] ?? ""}
          hint={settings.hints["paymentDescriptor"]}
          error={fieldFailure(failure, "changes.paymentDescriptor")}
          input={{
            maxLength: 22,
            defaultValue: shown.paymentDescriptor,
            onInput: ({ currentTarget }) => change("paymentDescriptor", currentTarget.value),
          }}
        />
        <SelectField
          name="timeZone"
          label={settings.names["timeZone"] ?? ""}
          hint={settings.hints["timeZone"]}
          error={fieldFailure(failure, "changes.timeZone")}
          value={shown.timeZone}
          onChange={(value) => change("timeZone", value)}
          options={timeZones(shown.timeZone).map((zone) => ({
            value: zone,
            text: zone.replaceAll("_", " "),
          }))}
        />
      </div>
    </Panel>
  );
}

const games = ["bingo", "horse_racing"] as const;

/** Conditions for payouts, and their tax reporting. */
export function PayoutSettings({
  limits,
  ...props
}: PartProps & { limits: ConsoleSettings["taxLimits"] }) {
  const { shown, change } = props;
  const { settings, limits: words } = texts.value;
  const money = (amount: number) => moneyText(amount, "USD", language.value);
  return (
    <Panel title={settings.payouts} testId="payout-settings">
      <div class="form-grid">
        <Choice name="w9Policy" {...props} />
        <Choice name="defaultTaxCategory" {...props} />
        <Choice name="bankPayoutRail" {...props} />
        <Switch name="dualControl" {...props} />
        <fieldset class="setting-group">
          <legend class="strong">{settings.names["taxTypes"]}</legend>
          {games.map((game) => (
            <label class="check" key={game}>
              <input
                type="checkbox"
                checked={shown.taxTypes.includes(game)}
                data-testid={`tax-type-${game}`}
                onChange={({ currentTarget }) =>
                  change(
                    "taxTypes",
                    games.filter((each) =>
                      each === game ? currentTarget.checked : shown.taxTypes.includes(each),
                    ),
                  )
                }
              />
              <span>{words.of[game]}</span>
            </label>
          ))}
        </fieldset>
        <Switch name="reduceByWager" {...props} />
      </div>
      <p class="panel-lead">
        {words.title(limits.year)} {limits.isFinal ? "" : words.notFinal}
      </p>
      <ul class="plain-list" data-testid="tax-limits">
        {limits.limits.map(({ of, productAmount, lawAmount, timesWager }) => (
          <li class="line" key={of}>
            <span class="two-lines">
              <span class="strong">{words.of[of] ?? of}</span>
              <span class="muted small">
                {words.product} {money(productAmount)}
                {timesWager === null ? "" : ` ${words.times(timesWager)}`} · {words.law}{" "}
                {money(lawAmount)}
                {timesWager === null ? "" : ` ${words.times(timesWager)}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type NamesOf<Value> = {
  [Name in keyof EditableSettings]: EditableSettings[Name] extends Value ? Name : never;
}[keyof EditableSettings];

function Switch({ name, shown, change }: PartProps & { name: NamesOf<boolean> }) {
  const { settings } = texts.value;
  return (
    <label class="check check-setting">
      <input
        type="checkbox"
        checked={shown[name]}
        onChange={({ currentTarget }) => change(name, currentTarget.checked)}
        data-testid={`setting-${name}`}
      />
      <span>
        <span class="strong">{settings.names[name]}</span>
        <span class="muted small">{settings.hints[name]}</span>
      </span>
    </label>
  );
}

function Choice({
  name,
  shown,
  failure,
  change,
}: PartProps & {
  name:
    | "documentReview"
    | "smsVerification"
    | "w9Policy"
    | "defaultTaxCategory"
    | "bankPayoutRail"
    | "salesTax"
    | "threeDSecure"
    | "threeDSecureUnavailable"
    | "savedCardVerification";
}) {
  const { settings } = texts.value;
  const options = settings.choices[name];
  return (
    <SelectField
      name={name}
      label={settings.names[name] ?? name}
      hint={settings.hints[name]}
      error={fieldFailure(failure, `changes.${name}`)}
      value={shown[name]}
      onChange={(value) => change(name, value)}
      options={Object.entries(options).map(([value, text]) => ({ value, text }))}
    />
  );
}

/** The time zones that the browser knows, and the stored one, which the browser may not know. */
function timeZones(stored: string): string[] {
  const known = Intl.supportedValuesOf("timeZone");
  return known.includes(stored) ? known : [stored, ...known];
}

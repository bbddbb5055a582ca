import { paymentMethodTypes } from "#contract/api/payment-intents";
import { Field } from "../../../widgets/ui/field.tsx";
import { texts } from "../../i18n/current-texts.ts";
import { railTexts } from "../../i18n/rail-texts.ts";
import { fieldFailure } from "../../ui/form.tsx";
import { humanize } from "../../ui/status-badge.tsx";
import type { PartProps } from "./setting-fields.tsx";

/** The offered payment methods. The last one cannot be removed. */
export function MethodsField({ shown, change }: PartProps) {
  const { methods } = texts.value;
  const { priceSettings: words } = railTexts.value;
  const chosen = shown.paymentMethodTypes;
  // Keeps types from a later version of the service.
  const known = [...new Set<string>([...chosen, ...paymentMethodTypes])];
  return (
    <fieldset class="setting-group" data-testid="payment-methods">
      <legend class="strong">{words.methods}</legend>
      {known.map((type) => {
        const isOn = chosen.includes(type);
        const isLast = isOn && chosen.length === 1;
        return (
          <label class="check" key={type}>
            <input
              type="checkbox"
              checked={isOn}
              disabled={isLast}
              data-testid={`method-${type}`}
              onChange={({ currentTarget }) =>
                change(
                  "paymentMethodTypes",
                  currentTarget.checked
                    ? [...chosen, type]
                    : chosen.filter((each) => each !== type),
                )
              }
            />
            <span>{methods[type] ?? humanize(type)}</span>
          </label>
        );
      })}
      <p class="muted small">{chosen.length === 1 ? words.lastMethod : words.methodsText}</p>
    </fieldset>
  );
}

/** The surcharge for credit cards: off, or a rate with a fixed part. */
export function SurchargeField({ shown, failure, change }: PartProps) {
  const { priceSettings: words } = railTexts.value;
  const { surcharge } = shown;
  const values = surcharge === "off" ? null : surcharge;
  return (
    <fieldset class="setting-group" data-testid="surcharge">
      <legend class="visually-hidden">{words.surcharge}</legend>
      <label class="check check-setting">
        <input
          type="checkbox"
          checked={values !== null}
          data-testid="setting-surcharge"
          onChange={({ currentTarget }) =>
            change("surcharge", currentTarget.checked ? { basisPoints: 300, fixedMinor: 0 } : "off")
          }
        />
        <span>
          <span class="strong">{words.surcharge}</span>
          <span class="muted small">{words.surchargeText}</span>
        </span>
      </label>
      {values && (
        <div class="form-grid">
          <Field
            name="surchargePercent"
            label={words.surchargePercent}
            hint={words.surchargePercentHint}
            error={fieldFailure(failure, "changes.surcharge.basisPoints")}
            digits
            input={{
              type: "number",
              inputMode: "decimal",
              required: true,
              min: 0,
              max: 10,
              step: "0.01",
              defaultValue: String(values.basisPoints / 100),
              onInput: ({ currentTarget }) => {
                const typed = Number(currentTarget.value) * 100;
                // Floating-point error is far smaller than a third decimal.
                const basisPoints = Math.round(typed);
                const isRounded = Math.abs(typed - basisPoints) > 1e-6;
                currentTarget.setCustomValidity(isRounded ? words.surchargePercentHint : "");
                change("surcharge", { ...values, basisPoints });
              },
            }}
          />
          <Field
            name="surchargeFixed"
            label={words.surchargeFixed}
            hint={words.surchargeFixedHint}
            error={fieldFailure(failure, "changes.surcharge.fixedMinor")}
            digits
            input={{
              type: "number",
              inputMode: "numeric",
              required: true,
              min: 0,
              max: 100_000,
              step: "1",
              defaultValue: String(values.fixedMinor),
              onInput: ({ currentTarget }) =>
                change("surcharge", { ...values, fixedMinor: Number(currentTarget.value) }),
            }}
          />
        </div>
      )}
    </fieldset>
  );
}

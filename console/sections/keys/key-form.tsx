import { useRef, useState } from "preact/hooks";
import { type ApiKeyScope, apiKeyScopes } from "#contract/api-key-scopes";
import type { ApiKeyView, KeyRestrictions } from "#contract/console/api-keys";
import { Field } from "../../../widgets/ui/field.tsx";
import { controlAttributes, FieldFrame } from "../../../widgets/ui/field-frame.tsx";
import type { ApiFailure } from "../../client/api.ts";
import { accessTexts } from "../../i18n/access-texts.ts";
import { DialogActions } from "../../ui/dialog.tsx";
import { Form, fieldFailure } from "../../ui/form.tsx";
import { limitsText, parseLimits } from "./limits-text.ts";

interface KeyFormProps {
  /** The key whose restrictions fill the form; undefined for a new key. */
  readonly before?: ApiKeyView;
  readonly yourAddress: string;
  readonly go: string;
  readonly isBusy: boolean;
  readonly failure: ApiFailure | undefined;
  readonly onSubmit: (restrictions: Required<KeyRestrictions>) => void;
  readonly onCancel: () => void;
}

/** A key's label and restrictions. */
export function KeyForm(props: KeyFormProps) {
  const { before, yourAddress, go, isBusy, failure, onSubmit, onCancel } = props;
  const { keys } = accessTexts.value;
  const [isAll, setIsAll] = useState(!before?.scopes);
  const [scopes, setScopes] = useState<readonly string[]>(before?.scopes ?? []);
  const [problem, setProblem] = useState<"scopes" | "limits">();
  const addresses = useRef<HTMLTextAreaElement>(null);
  const addressField = {
    name: "addresses",
    label: keys.addresses,
    hint: keys.addressesHint(yourAddress),
    error: failure?.fields.find(({ path }) => path.startsWith("allowedAddresses"))?.message,
  };
  const submit = ({ label = "", limits = "" }: Readonly<Record<string, string>>) => {
    const approvalLimits = parseLimits(limits);
    if (!isAll && scopes.length === 0) return setProblem("scopes");
    if (approvalLimits === undefined) {
      document.getElementById("field-limits")?.focus();
      return setProblem("limits");
    }
    setProblem(undefined);
    const ranges = (addresses.current?.value ?? "").split(/[\s,]+/).filter(Boolean);
    onSubmit({
      label: label.trim() || null,
      scopes: isAll ? null : (scopes as ApiKeyScope[]),
      allowedAddresses: ranges.length > 0 ? ranges : null,
      approvalLimits,
    });
  };
  return (
    <Form testId="key-form" failure={failure} onSubmit={submit}>
      <Field
        name="label"
        label={keys.label}
        hint={keys.labelHint}
        error={fieldFailure(failure, "label")}
        input={{ maxLength: 60, autocomplete: "off", defaultValue: before?.label ?? "" }}
      />
      <fieldset class="setting-group">
        <legend class="strong">{keys.scopes}</legend>
        {[true, false].map((each) => (
          <label class="check" key={String(each)}>
            <input
              type="radio"
              name="all"
              checked={isAll === each}
              onChange={() => setIsAll(each)}
              data-testid={each ? "scopes-all" : "scopes-some"}
            />
            <span>{each ? keys.everything : keys.onlySome}</span>
          </label>
        ))}
        {!isAll &&
          apiKeyScopes.map((scope) => (
            <label class="check" key={scope}>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                data-testid={`scope-${scope}`}
                onChange={({ currentTarget }) =>
                  setScopes(
                    apiKeyScopes.filter((apiKeyScope) =>
                      apiKeyScope === scope ? currentTarget.checked : scopes.includes(apiKeyScope),
                    ),
                  )
                }
              />
              <span>
                {keys.scopeNames[scope]} <span class="muted small">{keys.scopeHints[scope]}</span>
              </span>
            </label>
          ))}
        {problem === "scopes" && (
          <p class="muted" role="alert" data-testid="scope-missing">
            {keys.scopeMissing}
          </p>
        )}
      </fieldset>
      <FieldFrame {...addressField}>
        <textarea
          {...controlAttributes(addressField)}
          ref={addresses}
          rows={3}
          autocapitalize="off"
          spellcheck={false}
          defaultValue={(before?.allowedAddresses ?? []).join("\n")}
        />
      </FieldFrame>
      <Field
        name="limits"
        label={keys.limits}
        hint={keys.limitsHint}
        error={
          problem === "limits"
            ? keys.limitsWrong
            : failure?.fields.find(({ path }) => path.startsWith("approvalLimits"))?.message
        }
        input={{ autocomplete: "off", defaultValue: limitsText(before?.approvalLimits ?? null) }}
      />
      <DialogActions testIds={["key-cancel", "key-submit"]} isBusy={isBusy} onCancel={onCancel}>
        {go}
      </DialogActions>
    </Form>
  );
}

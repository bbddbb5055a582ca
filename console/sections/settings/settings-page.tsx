import { useEffect, useRef, useState } from "preact/hooks";
import {
  type ConsoleSettings,
  consoleSettings,
  type EditableSettings,
} from "#contract/console/settings";
import { listText } from "../../../widgets/i18n/list-text.ts";
import { Button } from "../../../widgets/ui/button.tsx";
import { Notice } from "../../../widgets/ui/notice.tsx";
import { useEditBase } from "../../client/use-edit-base.ts";
import { type Reading, useQuery } from "../../client/use-query.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { api, may } from "../../session/session.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Page, Panel } from "../../ui/page.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useLeaveQuestion } from "../../ui/use-leave-question.ts";
import { useSubmit } from "../../ui/use-submit.ts";
import { conflictsOf, type Draft, edited, rebased, withDraft } from "./draft.ts";
import { LocationRulesEditor } from "./location-rules-editor.tsx";
import { OriginsEditor } from "./origins-editor.tsx";
import { PaymentSettings, PayoutSettings, VerificationSettings } from "./setting-fields.tsx";

/** Staff edit the settings as a draft and save them together. */
export default function SettingsPage() {
  const { sections, settings } = texts.value;
  const reading = useQuery("/settings", (signal) => api.get("/settings", consoleSettings, signal));
  const { value } = reading;
  return (
    <Page title={sections.settings} lead={settings.lead} testId="settings" reading={reading}>
      {value && <SettingsForm base={value} reading={reading} />}
    </Page>
  );
}

function SettingsForm({
  base: read,
  reading,
}: {
  base: ConsoleSettings;
  reading: Reading<ConsoleSettings>;
}) {
  const { settings: words } = texts.value;
  const [draft, setDraft] = useState<Draft>({});
  const [conflict, setConflict] = useState<readonly string[] | null>(null);
  // Text fields keep typed text themselves; a new key resets them.
  const [formKey, setFormKey] = useState(0);
  const form = useRef<HTMLDivElement>(null);
  const addTypedOrigin = useRef<(() => readonly string[] | null) | null>(null);
  const isReadOnly = !may("settings.write");
  const count = Object.keys(draft).length;
  const { base, rebase } = useEditBase(read, count > 0);
  const shown = withDraft(base.settings, draft);
  const change = <Name extends keyof EditableSettings>(name: Name, value: EditableSettings[Name]) =>
    setDraft((last) => edited(base.settings, last, name, value));

  const { isBusy, failure, submit, forget } = useSubmit(
    async (changes: Draft) => {
      const body = { version: base.version, changes };
      const result = await api.send("PUT", "/settings", consoleSettings, body);
      if (result.ok || result.failure.code !== "conflicting_state") return result;
      const now = await api.get("/settings", consoleSettings);
      if (!now.ok) return result;
      setConflict(conflictsOf(base, now.value, changes));
      setDraft(rebased(now.value, changes));
      setFormKey((last) => last + 1);
      rebase(now.value);
      reading.replace(now.value);
      return result;
    },
    (saved) => {
      setDraft({});
      setConflict(null);
      setFormKey((last) => last + 1);
      reading.replace(saved);
      showToast(words.saved);
    },
  );
  const save = () => {
    const numbers = form.current?.querySelectorAll<HTMLInputElement>("input[type='number']") ?? [];
    // An emptied or half-typed number reads as 0, and too many decimals are rounded. The browser marks the field.
    const wrong = [...numbers].find(
      ({ validity }) => validity.badInput || validity.valueMissing || validity.customError,
    );
    if (wrong) return void wrong.reportValidity();
    // A typed origin would disappear when the response resets the fields.
    const origins = addTypedOrigin.current?.() ?? null;
    if (origins !== null) {
      void submit(edited(base.settings, draft, "allowedOrigins", [...origins]));
    }
  };
  const discard = () => {
    setDraft({});
    setConflict(null);
    forget();
    setFormKey((last) => last + 1);
  };
  // Moves to the field with the error: the save button is at the bottom of a long page.
  useEffect(() => {
    if (!failure) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid='true']");
    wrong?.focus({ preventScroll: true });
    (wrong ?? form.current?.previousElementSibling)?.scrollIntoView({ block: "center" });
  }, [failure]);
  useLeaveQuestion(count);
  // Without the newer settings the refusal itself says what to do.
  const isExplained = failure?.code === "conflicting_state" && conflict !== null;
  return (
    <>
      {isReadOnly && (
        <Notice
          tone="info"
          title={words.readOnly}
          lines={[words.readOnlyText]}
          testId="read-only"
        />
      )}
      {base.proxyNotice && (
        <Notice
          tone="warning"
          title={words.proxy}
          lines={words.proxyText(base.proxyNotice)}
          testId="proxy-notice"
          code="proxy_not_trusted"
        />
      )}
      <div class="editor" tabIndex={-1}>
        <div class="notices" aria-live="polite">
          {conflict !== null && (
            <Notice
              tone="warning"
              title={words.conflict}
              lines={[
                conflict.length > 0
                  ? words.conflictBoth(
                      listText(
                        conflict.map((name) => words.names[name] ?? name),
                        language.value,
                      ),
                    )
                  : words.conflictNone,
              ]}
              testId="settings-conflict"
            />
          )}
        </div>
        {failure && !isExplained && <FailureNotice failure={failure} />}
        {/* An edit during the call would be lost when its response arrives. */}
        <div class="settings" key={formKey} ref={form} inert={isBusy}>
          <Panel title={words.origins}>
            <p class="panel-lead">{words.originsText}</p>
            <OriginsEditor
              origins={shown.allowedOrigins}
              failure={failure}
              isReadOnly={isReadOnly}
              addTyped={addTypedOrigin}
              onChange={(origins) => change("allowedOrigins", origins)}
            />
          </Panel>
          <Panel title={words.locations}>
            <p class="panel-lead">{words.locationsText}</p>
            <LocationRulesEditor
              rules={shown.locationRules}
              isReadOnly={isReadOnly}
              onChange={(rules) => change("locationRules", rules)}
            />
          </Panel>
          <fieldset class="bare" disabled={isReadOnly}>
            <VerificationSettings shown={shown} failure={failure} change={change} />
            <PayoutSettings
              shown={shown}
              failure={failure}
              change={change}
              limits={base.taxLimits}
            />
            <PaymentSettings shown={shown} failure={failure} change={change} />
          </fieldset>
          <p class="muted small">
            {words.changedAt} <TimeText at={base.updatedAt} />
          </p>
        </div>
        {count > 0 && (
          <section class="save-bar" aria-label={words.unsaved(count)} data-testid="save-bar">
            <p class="save-count">{words.unsaved(count)}</p>
            <Button quiet testId="discard" onPress={discard}>
              {words.discard}
            </Button>
            <Button busy={isBusy} testId="save" onPress={save}>
              {conflict ? words.saveAnyway : words.save}
            </Button>
          </section>
        )}
      </div>
    </>
  );
}

import "../../../styles/console/appearance.css";
import { useState } from "preact/hooks";
import { type Appearance, ownAppearance } from "#contract/appearance/appearance";
import { type ConsoleAppearance, consoleAppearance } from "#contract/console/appearance";
import { Button } from "../../../widgets/ui/button.tsx";
import { Notice } from "../../../widgets/ui/notice.tsx";
import { useEditBase } from "../../client/use-edit-base.ts";
import { type Reading, useQuery } from "../../client/use-query.ts";
import { appearanceTexts } from "../../i18n/appearance-texts.ts";
import { texts } from "../../i18n/current-texts.ts";
import { api, may } from "../../session/session.ts";
import { ask } from "../../ui/ask.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useLeaveQuestion } from "../../ui/use-leave-question.ts";
import { useSubmit } from "../../ui/use-submit.ts";
import { ContrastPanel } from "./contrast-panel.tsx";
import { type ColorName, LookFields } from "./look-fields.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { VersionList } from "./version-list.tsx";

/** Staff edit the widgets' appearance with a live preview, publish it, and restore earlier versions. */
export default function AppearancePage() {
  const { sections } = texts.value;
  const reading = useQuery("/appearance", (signal) =>
    api.get("/appearance", consoleAppearance, signal),
  );
  const { value } = reading;
  return (
    <Page
      title={sections.appearance}
      lead={appearanceTexts.value.lead}
      testId="appearance"
      reading={reading}
    >
      {value && <Editor base={value} reading={reading} />}
    </Page>
  );
}

const startOf = ({ draft, published }: ConsoleAppearance): Appearance =>
  draft?.appearance ?? published ?? ownAppearance;

const isSame = (one: Appearance | null, other: Appearance | null) => sorted(one) === sorted(other);
const sorted = (look: Appearance | null) => JSON.stringify(Object.entries(look ?? {}).sort());

function Editor({
  base: read,
  reading,
}: {
  base: ConsoleAppearance;
  reading: Reading<ConsoleAppearance>;
}) {
  const words = appearanceTexts.value;
  const [edit, setEdit] = useState<Appearance | null>(null);
  const [wrongColors, setWrongColors] = useState<readonly ColorName[]>([]);
  const [isConflict, setIsConflict] = useState(false);
  // The color fields keep typed text themselves; a new key resets them.
  const [formKey, setFormKey] = useState(0);
  const hasWrongColor = wrongColors.length > 0;
  const isReadOnly = !may("settings.write");
  const { base, rebase } = useEditBase(read, edit !== null || hasWrongColor);
  const look = edit ?? startOf(base);
  const isDirty = !isSame(look, startOf(base));
  const isAhead =
    isDirty || base.draft !== null || (base.published !== null && !isSame(look, base.published));
  const hasSaveBar = isAhead && !isReadOnly;

  const take = (value: ConsoleAppearance, message: string) => {
    setEdit(null);
    setIsConflict(false);
    setWrongColors([]);
    setFormKey((last) => last + 1);
    reading.replace(value);
    showToast(message);
  };
  /**
   * Sends a change to the version on the screen. If a colleague changed it first, keeps the edit; a second try replaces
   * theirs.
   */
  const send = async (
    method: "PUT" | "POST",
    path: string,
    change: { appearance?: Appearance | null; version?: number; restore?: number },
  ) => {
    // A new action clears the failure of an earlier one.
    for (const { forget } of [publishing, saving, restoring]) forget();
    const body = { draftSavedAt: base.draft?.savedAt ?? null, ...change };
    const result = await api.send(method, path, consoleAppearance, body);
    if (result.ok || result.failure.code !== "conflicting_state") return result;
    const now = await api.get("/appearance", consoleAppearance);
    const isOwn = edit !== null || !!change.appearance;
    if (now.ok) {
      setEdit(isOwn ? look : null);
      rebase(now.value);
      reading.replace(now.value);
    }
    setIsConflict(isOwn);
    return result;
  };
  const publishing = useSubmit(
    () => send("POST", "/appearance/publish", { version: base.version, appearance: look }),
    (value) => take(value, words.published),
  );
  const saving = useSubmit(
    (appearance: Appearance | null) => send("PUT", "/appearance/draft", { appearance }),
    (value, appearance) => take(value, appearance ? words.draftSaved : words.draftDiscarded),
  );
  const restoring = useSubmit(
    (restore: number) => send("POST", "/appearance/restore", { version: base.version, restore }),
    (value) => take(value, words.published),
  );
  const restore = async (version: number, name: string) => {
    const lines = [words.restoreText(name), ...(isDirty ? [words.leaveText] : [])];
    const isSure = await ask({
      title: words.restoreTitle,
      text: lines.join(" "),
      yes: words.restore,
    });
    if (isSure) await restoring.submit(version);
  };
  const discard = () => {
    // After a conflict the draft is a colleague's, which the person has not seen yet.
    if (base.draft && !isConflict) return void saving.submit(null);
    setEdit(null);
    setIsConflict(false);
    setWrongColors([]);
    setFormKey((last) => last + 1);
  };
  const { leaveTitle: title, leaveText: text, leave: yes } = words;
  useLeaveQuestion(isDirty ? 1 : 0, { title, text, yes });

  const isBusy = publishing.isBusy || saving.isBusy;
  const failure = publishing.failure ?? saving.failure ?? restoring.failure;
  return (
    <>
      {isReadOnly && <Notice tone="info" title={words.readOnly} lines={[]} testId="read-only" />}
      <div class="notices" aria-live="polite">
        {isConflict && (
          <Notice
            tone="warning"
            title={words.conflict}
            lines={[words.conflictText]}
            testId="appearance-conflict"
          />
        )}
      </div>
      {failure && !isConflict && <FailureNotice failure={failure} />}
      <div class="editor" tabIndex={-1}>
        {/* An edit during a call would be lost when its response arrives. */}
        <div class="appearance" inert={isBusy}>
          <div class="appearance-part" inert={restoring.isBusy}>
            <LookFields
              key={`${formKey} ${sorted(startOf(base))}`}
              look={look}
              isReadOnly={isReadOnly}
              onChange={(next) => setEdit(isSame(next, startOf(base)) ? null : next)}
              onColorCheck={(name, isWrong) =>
                setWrongColors((last) => [
                  ...last.filter((other) => other !== name),
                  ...(isWrong ? [name] : []),
                ])
              }
            />
          </div>
          <PreviewPanel look={look} />
          <div class="appearance-part">
            <ContrastPanel look={look} />
            <VersionList base={base} isReadOnly={isReadOnly} onRestore={restore} />
          </div>
        </div>
        {hasSaveBar && (
          <section class="save-bar" aria-label={words.unpublished} data-testid="save-bar">
            <p class="save-count">
              {isDirty ? words.unsaved : words.unpublished}
              {!isDirty && base.draft?.savedBy.name && (
                <span class="muted small"> {words.draftBy(base.draft.savedBy.name)}</span>
              )}
            </p>
            <Button quiet testId="discard" onPress={discard}>
              {words.discard}
            </Button>
            {isDirty && (
              <Button
                quiet
                busy={saving.isBusy}
                waits={hasWrongColor}
                testId="save-draft"
                onPress={() => void saving.submit(look)}
              >
                {words.saveDraft}
              </Button>
            )}
            <Button
              busy={publishing.isBusy}
              waits={hasWrongColor}
              testId="publish"
              onPress={() => void publishing.submit()}
            >
              {words.publish}
            </Button>
          </section>
        )}
      </div>
    </>
  );
}

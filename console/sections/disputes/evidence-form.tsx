import { useEffect, useState } from "preact/hooks";
import {
  type EvidenceField,
  type EvidenceFileKind,
  evidenceLimits,
  type PutEvidence,
} from "#contract/api/disputes";
import { type DisputeCase, disputeDone } from "#contract/console/disputes";
import { Button } from "../../../widgets/ui/button.tsx";
import { controlAttributes, FieldFrame } from "../../../widgets/ui/field-frame.tsx";
import type { ApiFailure } from "../../client/api.ts";
import { language } from "../../i18n/current-texts.ts";
import { disputeTexts } from "../../i18n/dispute-texts.ts";
import { api } from "../../session/session.ts";
import { ask } from "../../ui/ask.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { showToast } from "../../ui/toasts.tsx";
import { useLeaveQuestion } from "../../ui/use-leave-question.ts";
import { useSubmit } from "../../ui/use-submit.ts";
import { formOf, isMultiline } from "./evidence-form-fields.ts";

type Fields = Partial<Record<EvidenceField, string>>;
type Files = NonNullable<PutEvidence["files"]>;

/** The evidence form, and the two ways to answer. Later reads keep what the person typed until it is stored. */
export function EvidenceForm({ found, reload }: { found: DisputeCase; reload: () => void }) {
  const words = disputeTexts.value;
  const { dispute, version, known } = found;
  const path = `/disputes/${encodeURIComponent(dispute.disputeId)}`;
  const form = formOf(dispute.category);
  const stored = dispute.evidence.fields as Fields;
  const initial = initialOf(form.fields, stored, known);
  const [edits, setEdits] = useState<Fields>({});
  const [files, setFiles] = useState<Files>({});
  const fields = { ...initial, ...edits };
  const changes = changesOf(form.fields, stored, fields);
  const isChanged = Object.keys(changes).length > 0 || Object.keys(files).length > 0;
  // Without what the service filled in.
  const typed = form.fields.filter((name) => name in changes && fields[name] !== initial[name]);
  const isEmpty = Object.keys(stored).length === 0 && dispute.evidence.files.length === 0;

  // An emptied field stays an edit: otherwise what the service knows would fill it again.
  useEffect(() => {
    const isOpen = (name: string, text: string) => text === "" || text !== stored[name as never];
    setEdits((last) => onlyThose(last, isOpen));
  }, [version]);
  useLeaveQuestion(typed.length + Object.keys(files).length);

  const save = useSubmit(
    (sent: Files) =>
      api.send("PUT", `${path}/evidence`, disputeDone, { fields: changes, files: sent }),
    (_, sent) => {
      // The person may have chosen other files in the meantime.
      setFiles((last) => onlyThose(last, (kind, file) => file !== sent[kind as EvidenceFileKind]));
      decide.forget();
      showToast(words.saved);
      reload();
    },
  );
  const decide = useSubmit(
    async (act: "submit" | "accept") => {
      save.forget();
      const result = await api.send("POST", `${path}/${act}`, disputeDone, { version });
      // The next try then uses the version on the screen.
      if (!result.ok) reload();
      return result;
    },
    (_, act) => {
      showToast(act === "submit" ? words.submitted : words.accepted);
      reload();
    },
  );
  const askSubmit = async () => {
    const { submitTitle: title, submitText: text, submit: yes } = words;
    if (await ask({ title, text, yes })) await decide.submit("submit");
  };
  const askAccept = async () => {
    const { acceptTitle, acceptText, accept, acceptAgain, acceptAgainText, acceptYes } = words;
    const amount = moneyText(dispute.amount, dispute.currency, language.value);
    if (!(await ask({ title: acceptTitle, text: acceptText, yes: accept }))) return;
    const last = {
      title: acceptAgain,
      text: acceptAgainText(amount),
      yes: acceptYes,
      danger: true,
    };
    if (await ask(last)) await decide.submit("accept");
  };
  const failure = explain(save.failure ?? decide.failure);
  const mayChange = dispute.canRespond;
  return (
    <form
      class="form evidence"
      noValidate
      data-testid="evidence-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save.submit(files);
      }}
    >
      {failure && <FailureNotice failure={failure} />}
      {mayChange && (
        <>
          <p>{words.wins[dispute.category] ?? words.wins["other"]}</p>
          <p class="muted small">{words.irrelevant}</p>
          {form.fields.map((field) => (
            <TextField
              key={field}
              field={field}
              value={fields[field] ?? ""}
              isFilled={stored[field] === undefined && fields[field] === known[field]}
              onChange={(text) => setEdits((before) => ({ ...before, [field]: text }))}
            />
          ))}
          {form.files.map((kind) => (
            <EvidenceFile
              key={kind}
              kind={kind}
              storedAs={dispute.evidence.files.find((file) => file.kind === kind)}
              pending={files[kind]}
              onChange={(file) => {
                const isChoice = file !== undefined;
                setFiles((last) => ({
                  ...onlyThose(last, (name) => name !== kind),
                  ...(isChoice && { [kind]: file }),
                }));
              }}
            />
          ))}
        </>
      )}
      <div class="button-row">
        {mayChange && (
          <>
            <Button type="submit" testId="evidence-save" busy={save.isBusy} waits={!isChanged}>
              {words.save}
            </Button>
            <a
              class="step-button"
              href={`/console/api${path}/preview`}
              download={`${dispute.disputeId}.pdf`}
              data-testid="evidence-preview"
            >
              {words.preview}
            </a>
            <Button
              testId="evidence-submit"
              busy={decide.isBusy}
              waits={isChanged || isEmpty}
              onPress={() => {
                if (!isChanged && !isEmpty) void askSubmit();
              }}
            >
              {words.submit}
            </Button>
          </>
        )}
        {found.canAccept && (
          <Button quiet testId="dispute-accept" onPress={() => void askAccept()}>
            {words.accept}
          </Button>
        )}
      </div>
      {mayChange && isChanged && <p class="muted small">{words.unsaved}</p>}
    </form>
  );
}

/** The stored evidence; otherwise what the service knows. */
function initialOf(
  names: readonly EvidenceField[],
  stored: Fields,
  known: Readonly<Record<string, string>>,
): Fields {
  const texts = names.map((name) => [name, stored[name] ?? known[name] ?? ""] as const);
  return Object.fromEntries(texts);
}

/** The fields that differ from the stored ones; an emptied field is null. */
function changesOf(
  names: readonly EvidenceField[],
  stored: Fields,
  fields: Fields,
): Partial<Record<EvidenceField, string | null>> {
  const changed = names.filter((name) => (fields[name] ?? "").trim() !== (stored[name] ?? ""));
  return Object.fromEntries(changed.map((name) => [name, (fields[name] ?? "").trim() || null]));
}

function onlyThose<T extends object>(
  all: T,
  isKept: (name: string, value: NonNullable<T[keyof T]>) => boolean,
): T {
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => isKept(name, value)),
  ) as T;
}

/** Replaces the refusal's text with one in the language on the screen. */
function explain(failure: ApiFailure | undefined): ApiFailure | undefined {
  if (!failure) return undefined;
  return {
    ...failure,
    message: disputeTexts.value.refusals[failure.code] ?? failure.message,
    // The message names the file or text at fault.
    fields: [],
  };
}

interface TextFieldProps {
  readonly field: EvidenceField;
  readonly value: string;
  /** Whether the service filled it in and nobody has saved it yet. */
  readonly isFilled: boolean;
  readonly onChange: (text: string) => void;
}

function TextField({ field, value, isFilled, onChange }: TextFieldProps) {
  const { fields, filled } = disputeTexts.value;
  const frame = {
    name: field,
    label: fields[field] ?? field,
    optional: "",
    ...(isFilled && value !== "" ? { hint: filled } : {}),
  };
  const { optional: _, ...shown } = frame;
  const control = {
    ...controlAttributes(frame),
    value,
    maxLength: evidenceLimits.fieldCharacters,
  };
  return (
    <FieldFrame {...shown}>
      {isMultiline(field) ? (
        <textarea
          {...control}
          rows={field === "explanation" ? 5 : 3}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <input
          {...control}
          type="text"
          autocomplete="off"
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}

interface EvidenceFileProps {
  readonly kind: EvidenceFileKind;
  readonly storedAs: DisputeCase["dispute"]["evidence"]["files"][number] | undefined;
  /** A file that is chosen and not saved yet; null if it will be removed. */
  readonly pending: Files[EvidenceFileKind];
  readonly onChange: (file: Files[EvidenceFileKind]) => void;
}

function EvidenceFile({ kind, storedAs, pending, onChange }: EvidenceFileProps) {
  const words = disputeTexts.value;
  const label = words.files[kind] ?? kind;
  const isStored = storedAs !== undefined && pending === undefined;
  const added = isStored ? words.fileAdded(storedAs.name, storedAs.pages) : words.fileHint;
  return (
    <FileField
      name={`file-${kind}`}
      label={label}
      hint={pending ? pending.name : added}
      words={words}
      onChange={onChange}
      remedy={
        (pending || isStored) && (
          <button
            type="button"
            class="text-button"
            // A chosen file is dropped; the stored one, which it would have replaced, stays.
            onClick={() => onChange(pending ? undefined : null)}
          >
            {words.removeFile(label)}
          </button>
        )
      }
    />
  );
}

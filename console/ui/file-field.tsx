import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { type EvidenceUpload, evidenceFileTypes, evidenceLimits } from "#contract/api/disputes";
import { controlAttributes, FieldFrame } from "../../widgets/ui/field-frame.tsx";
import { texts } from "../i18n/current-texts.ts";
import { base64Of } from "./base64-of.ts";

interface FileFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** The word "optional", for a form with other fields that are required. */
  readonly optional?: string;
  readonly error?: string | undefined;
  readonly words: { readonly fileTooLarge: string; readonly fileWrong: string };
  /** A button that removes the file. */
  readonly remedy?: ComponentChildren;
  readonly onChange: (file: EvidenceUpload) => void;
}

/** Chooses a file as evidence, and explains at once why the service would refuse it. */
export function FileField({ words, error, remedy, onChange, ...shown }: FileFieldProps) {
  const [problem, setProblem] = useState<string>();
  const newest = useRef<File>(null);
  const choose = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    // The hint names the file. A browser reports no choice of the file that an input already has, such as after Remove.
    input.value = "";
    const contentType = evidenceFileTypes.find(
      (evidenceFileType) => evidenceFileType === file.type,
    );
    const found = contentType
      ? file.size > evidenceLimits.fileBytes && words.fileTooLarge
      : words.fileWrong;
    newest.current = file;
    setProblem(found || undefined);
    if (found || !contentType) return;
    const content = await base64Of(file);
    // The person has chosen another file, which may be read faster.
    if (newest.current !== file) return;
    if (content === null) setProblem(texts.value.failures.codes["file_unreadable"]);
    else onChange({ name: file.name.slice(0, 200), contentType, content });
  };
  const text = problem ?? error;
  const frame = { ...shown, ...(text ? { error: text } : {}) };
  return (
    <FieldFrame {...frame} remedy={remedy}>
      <input
        {...controlAttributes({ ...frame, optional: "" })}
        type="file"
        accept={evidenceFileTypes.join(",")}
        onChange={({ currentTarget }) => void choose(currentTarget)}
      />
    </FieldFrame>
  );
}

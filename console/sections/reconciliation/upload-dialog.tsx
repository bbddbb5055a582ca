import { useRef, useState } from "preact/hooks";
import { type SettlementFile, settlementFile } from "#contract/api/settlement-files";
import { Field } from "../../../widgets/ui/field.tsx";
import { queryText } from "../../client/query-text.ts";
import { reconciliationTexts } from "../../i18n/reconciliation-texts.ts";
import { explainUpload } from "../../i18n/refused-file-texts.ts";
import { api } from "../../session/session.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

export function UploadDialog({
  onUploaded,
  onClose,
}: {
  onUploaded: (file: SettlementFile) => void;
  onClose: () => void;
}) {
  const words = reconciliationTexts.value;
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const upload = useRef<AbortController | null>(null);
  const { isBusy, failure, submit } = useSubmit((content: File, processor: string) => {
    const query = queryText({ processor: processor || undefined, name: content.name });
    upload.current = new AbortController();
    const { signal } = upload.current;
    return api.upload(`/reconciliation/files${query}`, settlementFile, content, signal);
  }, onUploaded);
  // A large file over a slow connection can take hours.
  const interrupt = () => {
    upload.current?.abort();
    onClose();
  };
  return (
    <Dialog
      title={words.uploadTitle}
      testId="upload-dialog"
      onClose={onClose}
      onInterrupt={interrupt}
    >
      <Form
        testId="upload-form"
        failure={explainUpload(failure)}
        onSubmit={({ processor = "" }) => {
          setIsMissing(!file);
          if (file) void submit(file, processor.trim());
        }}
      >
        <p class="dialog-text">{words.uploadText}</p>
        <p class="muted small" role="status" data-testid="upload-sending">
          {isBusy && words.sending}
        </p>
        {isBusy && <progress class="recon-progress" aria-label={words.sending} />}
        <Field
          name="file"
          label={words.file}
          error={isMissing ? words.fileMissing : undefined}
          input={{
            type: "file",
            accept: ".csv,.txt,.xml,.bai,.bai2,.sta,.mt940,.940",
            // A browser reports no choice of the file that the input already has, and cannot send it once it has changed:
            // after a refusal, people correct the file and choose it again.
            onClick: ({ currentTarget }) => {
              currentTarget.value = "";
              setFile(null);
            },
            onChange: ({ currentTarget }) => {
              setFile(currentTarget.files?.[0] ?? null);
              setIsMissing(false);
            },
          }}
        />
        <Field
          name="processor"
          label={words.processor}
          hint={words.processorHint}
          input={{ autocomplete: "off", spellcheck: false, maxLength: 64 }}
        />
        <DialogActions
          testIds={["upload-cancel", "upload-send"]}
          isBusy={isBusy}
          onCancel={onClose}
          onInterrupt={interrupt}
        >
          {words.upload}
        </DialogActions>
      </Form>
    </Dialog>
  );
}

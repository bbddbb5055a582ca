import { useState } from "preact/hooks";
import { Button } from "../../widgets/ui/button.tsx";
import { queryText } from "../client/query-text.ts";
import { texts } from "../i18n/current-texts.ts";
import { Dialog } from "../ui/dialog.tsx";
import { SelectField } from "../ui/form.tsx";
import { localDay } from "../ui/local-day.ts";
import { useExport } from "./use-export.ts";

interface ExportButtonProps {
  readonly what: "payments" | "payouts" | "refund-batch" | "ledger";
  /** Exports all pages of the list on the screen. */
  readonly filters: Readonly<Record<string, string | undefined>>;
  /** Names the export if it is not a list with filters. */
  readonly words?: { readonly title: string; readonly text: string };
}

export function ExportButton(props: ExportButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button quiet testId="export" onPress={() => setIsOpen(true)}>
        {texts.value.exports.button}
      </Button>
      {isOpen && <ExportDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ExportDialog(props: ExportButtonProps & { onClose: () => void }) {
  const { what, filters, words: own, onClose } = props;
  const { exports: words, failures } = texts.value;
  const [format, setFormat] = useState<"csv" | "ndjson">("csv");
  const { progress, start, stop } = useExport();
  const { state, count, total, code } = progress;
  // Always has a question mark, because the format is appended.
  const path = `/exports/${what}${queryText({ ...filters }) || "?"}`;
  const begin = () => void start(path, format, `tessera-${what}-${localDay(Date.now())}.${format}`);
  const isFiltered = Object.values(filters).some(Boolean);
  const close = () => {
    stop();
    onClose();
  };
  return (
    <Dialog title={own?.title ?? words.title(what)} testId="export-dialog" onClose={close}>
      <div class="form">
        <p class="dialog-text">{own?.text ?? (isFiltered ? words.filtered : words.everything)}</p>
        {state === "idle" && (
          <SelectField
            name="format"
            label={words.format}
            value={format}
            onChange={(value) => setFormat(value === "ndjson" ? "ndjson" : "csv")}
            options={[
              { value: "csv", text: words.csv },
              { value: "ndjson", text: words.ndjson },
            ]}
          />
        )}
        {state !== "idle" && (
          <div class="progress-row" role="status" data-testid="export-progress" data-state={state}>
            <progress
              aria-label={words.progress}
              max={Math.max(1, total ?? 1)}
              value={state === "done" ? Math.max(1, total ?? 1) : count}
            />
            <span>
              {state === "done"
                ? words.done(count)
                : state === "broken"
                  ? words.broken(count)
                  : state === "refused"
                    ? (failures.codes[code ?? ""] ?? failures.unknown)
                    : words.running(count, total)}
            </span>
          </div>
        )}
        <div class="dialog-actions">
          <Button quiet testId="export-close" onPress={close}>
            {state === "running" ? texts.value.cancel : texts.value.close}
          </Button>
          {(state === "idle" || state === "broken" || state === "refused") && (
            <Button testId="export-start" onPress={begin}>
              {state === "idle" ? words.start : words.resume}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

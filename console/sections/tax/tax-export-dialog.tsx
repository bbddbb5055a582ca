import { useState } from "preact/hooks";
import { type ExportedTaxForms, exportedTaxForms, forms1099 } from "#contract/console/tax";
import { Button } from "../../../widgets/ui/button.tsx";
import { controlAttributes, FieldFrame } from "../../../widgets/ui/field-frame.tsx";
import { texts } from "../../i18n/current-texts.ts";
import { api } from "../../session/session.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form, fieldFailure, SelectField } from "../../ui/form.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { saveTexts } from "./filings.tsx";
import { LeftForms } from "./left-forms.tsx";

interface TaxExportDialogProps {
  readonly year: string;
  readonly onExported: () => void;
  readonly onClose: () => void;
}

/** Exports the due forms, in the portal's columns if its header row is pasted, and lists what was left out. */
export function TaxExportDialog({ year, onExported, onClose }: TaxExportDialogProps) {
  const { tax } = texts.value;
  const [form, setForm] = useState<string>(forms1099[0]);
  const [corrections, setCorrections] = useState(false);
  const [legalOnly, setLegalOnly] = useState(true);
  const [exported, setExported] = useState<ExportedTaxForms>();
  const { isBusy, failure, submit } = useSubmit(
    async (body: object) => {
      const path = `/tax/${encodeURIComponent(year)}/exports`;
      const result = await api.send("POST", path, exportedTaxForms, body);
      // A call without a response may have exported, too. The list of exports then offers its files.
      onExported();
      return result;
    },
    (value) => {
      setExported(value);
      saveTexts(value.files);
    },
  );
  const isForPrizes = form === "W-2G";
  const header = {
    name: "headerRow",
    label: tax.headerRow,
    hint: tax.headerRowHint,
    optional: tax.optional,
    error: fieldFailure(failure, "headerRow"),
  };
  return (
    <Dialog title={tax.exportTitle(year)} testId="tax-export-dialog" onClose={onClose}>
      {exported ? (
        <div class="form" data-testid="tax-exported">
          <p class="rule-summary" role="status">
            {exported.taxFilingId === null ? tax.nothingDue : tax.exported(exported.formCount)}
          </p>
          <LeftForms left={exported.left} />
          <div class="dialog-actions">
            <Button testId="tax-export-done" onPress={onClose}>
              {texts.value.done}
            </Button>
          </div>
        </div>
      ) : (
        <Form
          testId="tax-export-form"
          failure={failure}
          onSubmit={({ headerRow = "" }) =>
            void submit(
              isForPrizes
                ? { form, legalOnly }
                : { form, corrections, ...(headerRow.trim() && { headerRow }) },
            )
          }
        >
          <SelectField
            name="form"
            label={tax.form}
            value={form}
            onChange={setForm}
            options={[...forms1099, "W-2G"].map((value) => ({
              value,
              text: value.replace("-", "\u2011"),
            }))}
          />
          {isForPrizes ? (
            <label class="check">
              <input
                type="checkbox"
                checked={legalOnly}
                onChange={({ currentTarget }) => setLegalOnly(currentTarget.checked)}
              />
              <span>{tax.legalOnly}</span>
            </label>
          ) : (
            <>
              <label class="check">
                <input
                  type="checkbox"
                  checked={corrections}
                  onChange={({ currentTarget }) => setCorrections(currentTarget.checked)}
                />
                <span>{tax.corrections}</span>
              </label>
              <FieldFrame {...header}>
                <textarea {...controlAttributes(header)} rows={3} maxLength={20_000} />
              </FieldFrame>
            </>
          )}
          <DialogActions
            testIds={["tax-export-cancel", "tax-export-go"]}
            isBusy={isBusy}
            onCancel={onClose}
          >
            {tax.exportGo}
          </DialogActions>
        </Form>
      )}
    </Dialog>
  );
}

import { useRef, useState } from "preact/hooks";
import type { BreakAction, BreakActionName, BreakPage } from "#contract/console/reconciliation";
import { Field } from "../../../widgets/ui/field.tsx";
import { IconLine } from "../../../widgets/ui/icon-line.tsx";
import type { ApiFailure } from "../../client/api.ts";
import { reconciliationTexts } from "../../i18n/reconciliation-texts.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { secondPersonText } from "./second-person-text.ts";

interface BreakDialogProps {
  readonly action: BreakActionName;
  readonly page: BreakPage;
  readonly isBusy: boolean;
  readonly failure: ApiFailure | undefined;
  readonly onSubmit: (action: BreakAction) => void;
  readonly onClose: () => void;
}

/** Asks for the reason for an action, and for the record to link. */
export function BreakDialog(props: BreakDialogProps) {
  const { action, page, isBusy, failure, onSubmit, onClose } = props;
  const words = reconciliationTexts.value;
  const [missing, setMissing] = useState<{ text: boolean; ids: boolean; resolution: boolean }>();
  // If only one resolution is possible, it is chosen already.
  const [resolution, setResolution] = useState(
    page.resolutions.length === 1 ? page.resolutions[0] : undefined,
  );
  const choices = useRef<HTMLFieldSetElement>(null);
  const { version } = page.summary;
  const closes = action === "resolve" || action === "write_off";
  const send = (values: Readonly<Record<string, string>>) => {
    const text = (values["text"] ?? "").trim();
    const ids = (values["ids"] ?? "").split(/[\s,]+/).filter(Boolean);
    const lacks = {
      text: text === "",
      ids: action === "link" && ids.length === 0,
      resolution: action === "resolve" && !resolution,
    };
    setMissing(lacks);
    const first = (["resolution", "ids", "text"] as const).find((name) => lacks[name]);
    if (first) {
      if (first === "resolution") choices.current?.querySelector("input")?.focus();
      else document.getElementById(`field-${first}`)?.focus();
      return;
    }
    if (action === "resolve" && resolution) onSubmit({ action, version, resolution, text });
    else if (action === "link") onSubmit({ action, version, text, ids });
    else if (isReasoned(action)) onSubmit({ action, version, text });
  };
  return (
    <Dialog title={words.actions[action] ?? action} testId="break-dialog" onClose={onClose}>
      <Form testId="break-form" failure={failure} onSubmit={send}>
        <p class="dialog-text">
          {words.dialog[action]} {closes && secondPersonText(page.summary)}
        </p>
        {action === "resolve" && (
          <fieldset
            class="setting-group"
            ref={choices}
            aria-describedby={missing?.resolution ? "resolution-missing" : undefined}
          >
            <legend class="strong">{words.resolution}</legend>
            {page.resolutions.map((each) => (
              <label class="check check-setting" key={each}>
                <input
                  type="radio"
                  name="resolution"
                  checked={resolution === each}
                  onChange={() => setResolution(each)}
                  data-testid={`resolution-${each}`}
                />
                <span>
                  {words.resolutions[each] ?? each}
                  <span class="muted small">{words.resolutionHints[each]}</span>
                </span>
              </label>
            ))}
            {missing?.resolution && (
              <IconLine
                class="field-error"
                icon="alert"
                id="resolution-missing"
                data-testid="resolution-missing"
              >
                {words.resolutionMissing}
              </IconLine>
            )}
          </fieldset>
        )}
        {action === "link" && (
          <Field
            name="ids"
            label={words.ids}
            error={missing?.ids ? words.idsMissing : undefined}
            input={{ autocomplete: "off", spellcheck: false, maxLength: 800 }}
          />
        )}
        <Field
          name="text"
          label={words.text}
          error={missing?.text ? words.textMissing : undefined}
          input={{ autocomplete: "off", maxLength: 1000 }}
        />
        <DialogActions testIds={["break-cancel", "break-send"]} isBusy={isBusy} onCancel={onClose}>
          {words.actions[action]}
        </DialogActions>
      </Form>
    </Dialog>
  );
}

type Reasoned = "explain" | "ask" | "write_off" | "reject" | "reopen";

function isReasoned(action: BreakActionName): action is Reasoned {
  return ["explain", "ask", "write_off", "reject", "reopen"].includes(action);
}

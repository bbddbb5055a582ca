import { useState } from "preact/hooks";
import { erasure, erasureReasons } from "#contract/api/erasure";
import { Button } from "../../../widgets/ui/button.tsx";
import { Field } from "../../../widgets/ui/field.tsx";
import { forgetQueries } from "../../client/use-query.ts";
import { accessTexts } from "../../i18n/access-texts.ts";
import { addressOf } from "../../router/place.ts";
import { useGoFromHere } from "../../router/use-go-from-here.ts";
import { api, may } from "../../session/session.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form, SelectField } from "../../ui/form.tsx";
import { Panel } from "../../ui/page.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

/** Exports and erases a customer's data, if the role allows it. */
export function PersonalData({ path, id }: { path: string; id: string }) {
  const { erasure: words } = accessTexts.value;
  const [isErasing, setIsErasing] = useState(false);
  if (!may("customers.erase")) return null;
  return (
    <Panel title={words.title} testId="personal-data">
      <p class="muted">{words.text}</p>
      <div class="dialog-actions">
        <a class="text-button" href={`/console/api${path}/export`} download data-testid="export">
          {words.export}
        </a>
        <Button quiet testId="erase" onPress={() => setIsErasing(true)}>
          {words.erase}
        </Button>
      </div>
      {isErasing && <EraseDialog path={path} id={id} onClose={() => setIsErasing(false)} />}
    </Panel>
  );
}

function EraseDialog({ path, id, onClose }: { path: string; id: string; onClose: () => void }) {
  const { erasure: words } = accessTexts.value;
  const [reason, setReason] = useState<string>(erasureReasons[0]);
  const [isWrong, setIsWrong] = useState(false);
  const goFromHere = useGoFromHere();
  const { isBusy, failure, submit } = useSubmit(
    () => api.send("POST", `${path}/erasure`, erasure, { reason }),
    () => {
      // Values kept for the back button still name the customer.
      forgetQueries();
      showToast(words.done(id));
      void goFromHere(addressOf("/customers"));
    },
  );
  const isBlocked = failure?.code === "erasure_blocked";
  return (
    <Dialog title={words.eraseTitle} testId="erase-dialog" onClose={onClose}>
      <Form
        testId="erase-form"
        failure={isBlocked ? undefined : failure}
        onSubmit={({ confirm = "" }) => {
          const isMatch = confirm.trim() === id;
          setIsWrong(!isMatch);
          if (isMatch) void submit();
          else document.getElementById("field-confirm")?.focus();
        }}
      >
        <p class="dialog-text">{words.eraseText}</p>
        {isBlocked && (
          <p class="dialog-text strong" role="alert" data-testid="erase-blocked">
            {words.blocked}
          </p>
        )}
        <SelectField
          name="reason"
          label={words.reason}
          value={reason}
          onChange={setReason}
          options={erasureReasons.map((value) => ({ value, text: words.reasons[value] ?? value }))}
        />
        <Field
          name="confirm"
          label={words.confirm(id)}
          error={isWrong ? words.confirmWrong : undefined}
          input={{ autocomplete: "off", autocapitalize: "off", spellcheck: false }}
        />
        <DialogActions
          testIds={["erase-cancel", "erase-go"]}
          isBusy={isBusy}
          isDanger
          onCancel={onClose}
        >
          {words.go}
        </DialogActions>
      </Form>
    </Dialog>
  );
}

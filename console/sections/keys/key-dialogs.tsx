import { useState } from "preact/hooks";
import {
  type ApiKeyView,
  apiKey,
  type KeyRestrictions,
  type NewApiKey,
  newApiKey,
} from "#contract/console/api-keys";
import { createId, idRandomBytes } from "#contract/ids";
import { Button } from "../../../widgets/ui/button.tsx";
import { accessTexts } from "../../i18n/access-texts.ts";
import { texts } from "../../i18n/current-texts.ts";
import { serverNow } from "../../session/server-time.ts";
import { api } from "../../session/session.ts";
import { Action } from "../../ui/action.tsx";
import { CopyId } from "../../ui/copy-id.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { SelectField } from "../../ui/form.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { KeyForm } from "./key-form.tsx";

interface KeyDialogProps {
  readonly yourAddress: string;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

const newKeyId = () =>
  createId("apiKey", serverNow(), crypto.getRandomValues(new Uint8Array(idRandomBytes)));

/** Creates a key and shows it once. */
export function CreateKeyDialog({ yourAddress, onClose, onChanged }: KeyDialogProps) {
  const { keys } = accessTexts.value;
  const [newKey, setNewKey] = useState<NewApiKey>();
  // A second press after a lost response replaces the key that nobody saw.
  const [keyId] = useState(newKeyId);
  const { isBusy, failure, submit } = useSubmit(async (restrictions: KeyRestrictions) => {
    const result = await api.send("POST", "/api-keys", newApiKey, { ...restrictions, keyId });
    // A lost call may have created a key too. The list then shows it.
    onChanged();
    return result;
  }, setNewKey);
  return (
    <Dialog title={keys.createTitle} testId="create-key" onClose={onClose}>
      {newKey ? (
        <NewSecret secretKey={newKey.secretKey} onClose={onClose} />
      ) : (
        <KeyForm
          yourAddress={yourAddress}
          isBusy={isBusy}
          failure={failure}
          go={keys.createGo}
          onCancel={onClose}
          onSubmit={(restrictions) => void submit(restrictions)}
        />
      )}
    </Dialog>
  );
}

const overlapHours = [0, 1, 24, 72, 168];

/** Restricts, rolls or revokes a key. Irreversible actions need a second press. */
export function ManageKeyDialog({
  shown,
  yourAddress,
  onClose,
  onChanged,
}: KeyDialogProps & { readonly shown: ApiKeyView }) {
  const { keys } = accessTexts.value;
  const path = `/api-keys/${encodeURIComponent(shown.keyId)}`;
  const [rolledKey, setRolledKey] = useState<NewApiKey>();
  const [overlap, setOverlap] = useState("24");
  // The form started from this version. A later read must not let it overwrite a colleague's change.
  const [version] = useState(shown.version);
  const restrict = useSubmit(
    async (restrictions: KeyRestrictions) => {
      const result = await api.send("PUT", path, apiKey, { ...restrictions, version });
      // Also after a failure: a colleague or a call without a response may have changed the key.
      onChanged();
      return result;
    },
    () => {
      showToast(keys.saved);
      onClose();
    },
  );
  const roll = useSubmit(async () => {
    revoke.forget();
    const body = { overlapHours: Number(overlap) };
    const result = await api.send("POST", `${path}/roll`, newApiKey, body);
    onChanged();
    return result;
  }, setRolledKey);
  const revoke = useSubmit(
    async () => {
      roll.forget();
      const result = await api.send("POST", `${path}/revoke`, apiKey, {});
      onChanged();
      return result;
    },
    () => {
      showToast(keys.revoked);
      onClose();
    },
  );
  const failure = roll.failure ?? revoke.failure;
  const hasEnded = shown.status === "revoked" || shown.status === "expired";
  return (
    <Dialog title={shown.label ?? shown.hint} testId="manage-key" onClose={onClose}>
      {rolledKey ? (
        <NewSecret secretKey={rolledKey.secretKey} onClose={onClose} />
      ) : hasEnded ? (
        <p class="dialog-text">{keys.endedText}</p>
      ) : (
        <>
          {failure && <FailureNotice failure={failure} />}
          <KeyForm
            before={shown}
            yourAddress={yourAddress}
            isBusy={restrict.isBusy}
            failure={restrict.failure}
            go={keys.save}
            onSubmit={(restrictions) => void restrict.submit(restrictions)}
            onCancel={onClose}
          />
          <ul class="action-list">
            {shown.expiresAt === null && (
              <li class="action">
                <span>{keys.rollText}</span>
                <SelectField
                  name="overlap"
                  label={keys.overlap}
                  value={overlap}
                  onChange={setOverlap}
                  options={overlapHours.map((hours) => ({
                    value: String(hours),
                    text: keys.overlaps[hours] ?? String(hours),
                  }))}
                />
                <Button quiet busy={roll.isBusy} testId="roll" onPress={() => void roll.submit()}>
                  {keys.roll}
                </Button>
              </li>
            )}
            <Action
              text={keys.revokeText}
              button={keys.revoke}
              confirm={keys.really}
              testId="revoke"
              isDanger
              isBusy={revoke.isBusy}
              onPress={() => void revoke.submit()}
            />
          </ul>
        </>
      )}
    </Dialog>
  );
}

function NewSecret({ secretKey, onClose }: { secretKey: string; onClose: () => void }) {
  const { keys } = accessTexts.value;
  return (
    <div class="form" data-testid="new-key">
      <p class="dialog-text">{keys.secretText}</p>
      <div class="secret-box">
        <CopyId id={secretKey} label={keys.secret} />
      </div>
      <div class="dialog-actions">
        <Button testId="new-key-done" onPress={onClose}>
          {texts.value.done}
        </Button>
      </div>
    </div>
  );
}

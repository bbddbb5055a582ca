import { useState } from "preact/hooks";
import { maxPasskeys, type Passkey, passkeyList, passkeyOptions } from "#contract/console/passkeys";
import { Button } from "../../../widgets/ui/button.tsx";
import { Field } from "../../../widgets/ui/field.tsx";
import { useQuery } from "../../client/use-query.ts";
import { texts } from "../../i18n/current-texts.ts";
import { makePasskey, passkeysWork } from "../../session/passkeys.ts";
import { api, session } from "../../session/session.ts";
import { ask } from "../../ui/ask.tsx";
import { CodeField } from "../../ui/code-field.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Form, fieldFailure } from "../../ui/form.tsx";
import { Panel } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

/** Lists passkeys with name and last use; staff can add and remove them. */
export function Passkeys() {
  const { passkeys, loading } = texts.value;
  const { value, failure, reload, replace } = useQuery("/me/passkeys", (signal) =>
    api.get("/me/passkeys", passkeyList, signal),
  );
  const removal = useSubmit(
    (id: string) => api.send("DELETE", `/me/passkeys/${encodeURIComponent(id)}`, passkeyList),
    (list) => {
      replace(list);
      showToast(passkeys.removed);
    },
  );
  const remove = async ({ passkeyId, name }: Passkey) => {
    const title = passkeys.removeTitle(name ?? passkeys.unnamed);
    const question = { title, text: passkeys.removeText };
    if (await ask({ ...question, yes: passkeys.remove, danger: true })) {
      await removal.submit(passkeyId);
    }
  };
  return (
    <Panel title={passkeys.title} testId="passkeys">
      <p class="panel-lead">{passkeys.lead}</p>
      {failure && <FailureNotice failure={failure} onRetry={reload} />}
      {removal.failure && <FailureNotice failure={removal.failure} />}
      {!value && !failure && <p class="loading">{loading}</p>}
      {value && value.data.length > 0 && (
        <ul class="plain-list" tabIndex={-1}>
          {value.data.map((passkey) => (
            <PasskeyLine
              passkey={passkey}
              onRemove={() => void remove(passkey)}
              key={passkey.passkeyId}
            />
          ))}
        </ul>
      )}
      {value && value.data.length < maxPasskeys && <NewPasskey onAdded={replace} />}
    </Panel>
  );
}

function PasskeyLine({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { passkeys } = texts.value;
  const name = passkey.name ?? passkeys.unnamed;
  return (
    <li class="line">
      <span class="two-lines">
        <span class="strong">{name}</span>
        <span class="muted small">
          {passkeys.added} <RelativeTime at={passkey.createdAt} isFocusable /> ·{" "}
          {passkey.lastUsedAt ? (
            <>
              {passkeys.lastUsed} <RelativeTime at={passkey.lastUsedAt} isFocusable />
            </>
          ) : (
            passkeys.neverUsed
          )}
        </span>
      </span>
      <button
        type="button"
        class="text-button"
        aria-label={passkeys.removeOne(name)}
        onClick={onRemove}
      >
        {passkeys.remove}
      </button>
    </li>
  );
}

function NewPasskey({ onAdded }: { onAdded: (list: { data: Passkey[] }) => void }) {
  const { passkeys, secondFactor, security } = texts.value;
  const [round, setRound] = useState(0);
  const [isNameMissing, setIsNameMissing] = useState(false);
  const { isBusy, failure, submit } = useSubmit(
    async (name: string, code: string) => {
      const result = await api.send("POST", "/me/passkeys/begin", passkeyOptions, { code });
      if (!result.ok) return result;
      const created = await makePasskey(result.value, name);
      return created.ok ? api.send("POST", "/me/passkeys", passkeyList, created.value) : created;
    },
    (list) => {
      onAdded(list);
      setRound(round + 1);
      showToast(passkeys.saved);
    },
  );
  if (!passkeysWork()) {
    const { passkeyOrigin = null } = session.value ?? {};
    return <p class="panel-lead">{passkeys.elsewhere(passkeyOrigin)}</p>;
  }
  return (
    <Form
      key={round}
      testId="new-passkey"
      failure={failure}
      hasCode
      onSubmit={({ passkeyName = "", passkeyCode = "" }) => {
        const name = passkeyName.trim();
        setIsNameMissing(name === "");
        if (name === "") document.getElementById("field-passkeyName")?.focus();
        else void submit(name, passkeyCode);
      }}
    >
      <Field
        name="passkeyName"
        label={passkeys.name}
        hint={passkeys.nameHint}
        error={isNameMissing ? passkeys.nameMissing : fieldFailure(failure, "name")}
        input={{ autocomplete: "off", maxLength: 60 }}
      />
      <CodeField
        name="passkeyCode"
        label={secondFactor.code}
        hint={security.freshCodeHint}
        failure={failure}
      />
      <Button quiet type="submit" busy={isBusy} testId="add-passkey">
        {passkeys.add}
      </Button>
    </Form>
  );
}

import { useState } from "preact/hooks";
import { consoleSession } from "#contract/console/session";
import { Button } from "../../widgets/ui/button.tsx";
import { Field } from "../../widgets/ui/field.tsx";
import { texts } from "../i18n/current-texts.ts";
import { api, takeSession } from "../session/session.ts";
import { CodeField } from "../ui/code-field.tsx";
import { Form } from "../ui/form.tsx";
import { useSubmit } from "../ui/use-submit.ts";
import { EntranceTitle } from "./entrance-title.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

/** Asks for the authenticator app's code, a passkey or a recovery code. */
export function SecondFactor({ hasPasskey }: { hasPasskey: boolean }) {
  const { secondFactor } = texts.value;
  const [byRecovery, setByRecovery] = useState(false);
  const { isBusy, failure, submit, forget } = useSubmit(
    (body: object) => api.send("POST", "/login/second-factor", consoleSession, body),
    takeSession,
  );
  const leaving = useSubmit(() => api.send("POST", "/logout", consoleSession), takeSession);
  return (
    <>
      <EntranceTitle
        title={secondFactor.title}
        lead={byRecovery ? secondFactor.recoveryLead : secondFactor.lead}
      />
      <Form
        key={String(byRecovery)}
        testId="second-factor"
        failure={failure ?? leaving.failure}
        hasCode={!byRecovery}
        onSubmit={({ code = "", recoveryCode = "" }) =>
          void submit(byRecovery ? { recoveryCode: recoveryCode.trim() } : { code })
        }
      >
        {byRecovery ? (
          <Field
            name="recoveryCode"
            label={secondFactor.recoveryCode}
            digits
            input={{
              autocomplete: "off",
              autocapitalize: "off",
              spellcheck: false,
              autofocus: true,
            }}
          />
        ) : (
          <CodeField label={secondFactor.code} failure={failure} autofocus />
        )}
        <Button type="submit" busy={isBusy} testId="second-factor-submit">
          {secondFactor.go}
        </Button>
      </Form>
      {hasPasskey && <PasskeyButton path="/login/second-factor/passkey" />}
      <div class="entrance-choices">
        <button
          type="button"
          class="text-button"
          onClick={() => {
            forget();
            setByRecovery(!byRecovery);
          }}
          data-testid="other-factor"
        >
          {byRecovery ? secondFactor.useCode : secondFactor.useRecovery}
        </button>
        <button type="button" class="text-button" onClick={() => void leaving.submit()}>
          {secondFactor.startOver}
        </button>
      </div>
    </>
  );
}

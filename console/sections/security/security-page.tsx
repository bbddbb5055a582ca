import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { consoleSession, passwordLength, recoveryCodes } from "#contract/console/session";
import { Button } from "../../../widgets/ui/button.tsx";
import { Field } from "../../../widgets/ui/field.tsx";
import { resumeReading } from "../../client/use-query.ts";
import { CodeList } from "../../entrance/recovery-codes.tsx";
import { texts } from "../../i18n/current-texts.ts";
import { api, me, readSession, takeSession } from "../../session/session.ts";
import { CodeField } from "../../ui/code-field.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Form, fieldFailure, isWrongCode, PasswordField } from "../../ui/form.tsx";
import { Page, Panel } from "../../ui/page.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { Passkeys } from "./passkeys.tsx";
import { Sessions } from "./sessions.tsx";

/** The staff member's own account: name, password, recovery codes, and sessions. */
export default function SecurityPage() {
  const { sections, security } = texts.value;
  return (
    <Page title={sections.security} lead={security.lead} testId="security">
      <div class="columns">
        <div class="column-main">
          <Passkeys />
          <Sessions />
        </div>
        <div class="column-side">
          <OwnName />
          <NewPassword />
          <NewCodes />
        </div>
      </div>
    </Page>
  );
}

function OwnName() {
  const { security, roles, invited } = texts.value;
  const user = me.value;
  const [isMissing, setIsMissing] = useState(false);
  const { isBusy, failure, submit } = useSubmit(
    (name: string) => api.send("PUT", "/me", consoleSession, { name }),
    (next) => {
      takeSession(next);
      showToast(security.nameSaved);
    },
  );
  if (!user) return null;
  return (
    <Panel title={security.account}>
      <Facts
        facts={[
          { name: security.email, value: user.email },
          { name: security.role, value: roles[user.role].name },
        ]}
      />
      <Form
        testId="own-name"
        failure={failure}
        onSubmit={({ name = "" }) => {
          setIsMissing(name.trim() === "");
          if (name.trim() !== "") void submit(name.trim());
          else document.getElementById("field-name")?.focus();
        }}
      >
        <Field
          name="name"
          label={security.name}
          hint={invited.nameHint}
          error={isMissing ? invited.nameMissing : fieldFailure(failure, "name")}
          input={{ autocomplete: "name", defaultValue: user.name, maxLength: 100 }}
        />
        <Button quiet type="submit" busy={isBusy} testId="save-name">
          {texts.value.save}
        </Button>
      </Form>
    </Panel>
  );
}

function NewPassword() {
  const { security, invited, secondFactor } = texts.value;
  const [round, setRound] = useState(0);
  const [isShort, setIsShort] = useState(0);
  const { isBusy, failure, submit } = useSubmit(
    (body: object) => api.send("PUT", "/me/password", consoleSession, body),
    (next) => {
      takeSession(next);
      setRound(round + 1);
      // The change has ended the other sessions, which are on this page.
      resumeReading();
      showToast(security.passwordSaved);
    },
  );
  return (
    <Panel title={security.password}>
      <p class="panel-lead">{security.passwordText}</p>
      <Form
        key={round}
        testId="new-password"
        failure={failure}
        onSubmit={({ currentPassword = "", newPassword = "", code = "" }) => {
          const lacking = Math.max(0, passwordLength.least - newPassword.length);
          setIsShort(lacking);
          if (lacking > 0) document.getElementById("field-newPassword")?.focus();
          else void submit({ currentPassword, newPassword, code });
        }}
      >
        <PasswordField
          name="currentPassword"
          label={security.currentPassword}
          autocomplete="current-password"
        />
        <PasswordField
          name="newPassword"
          label={security.newPassword}
          hint={invited.passwordHint(passwordLength.least)}
          error={
            isShort > 0 ? invited.passwordShort(isShort) : fieldFailure(failure, "newPassword")
          }
          autocomplete="new-password"
        />
        {/* The refusal of a wrong code and of a wrong current password is the same, so the form shows it. */}
        <CodeField label={secondFactor.code} failure={isWrongCode(failure) ? undefined : failure} />
        <Button quiet type="submit" busy={isBusy} testId="save-password">
          {security.changePassword}
        </Button>
      </Form>
    </Panel>
  );
}

function NewCodes() {
  const { security, secondFactor } = texts.value;
  const [codes, setCodes] = useState<readonly string[]>();
  const { isBusy, failure, submit } = useSubmit(
    (code: string) => api.send("POST", "/me/recovery-codes", recoveryCodes, { code }),
    ({ recoveryCodes: fresh }) => {
      setCodes(fresh);
      void readSession();
    },
  );
  return (
    <Panel title={security.codes}>
      <p class="panel-lead">{security.codesText(me.value?.recoveryCodesLeft ?? 0)}</p>
      {codes ? (
        <Codes codes={codes} />
      ) : (
        <Form
          testId="new-codes"
          failure={failure}
          hasCode
          onSubmit={({ freshCode = "" }) => void submit(freshCode)}
        >
          <CodeField
            name="freshCode"
            label={secondFactor.code}
            hint={security.freshCodeHint}
            failure={failure}
          />
          <Button quiet type="submit" busy={isBusy} testId="make-codes">
            {security.makeCodes}
          </Button>
        </Form>
      )}
    </Panel>
  );
}

/** The new codes, in place of the form. They take its focus, because nobody shows them again. */
function Codes({ codes }: { codes: readonly string[] }) {
  const lead = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => lead.current?.focus(), []);
  return (
    <>
      <p class="panel-lead" tabIndex={-1} ref={lead}>
        {texts.value.recovery.lead}
      </p>
      <CodeList codes={codes} />
    </>
  );
}

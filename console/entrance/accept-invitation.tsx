import { useEffect, useState } from "preact/hooks";
import {
  type ConsoleSession,
  consoleSession,
  type Invitation,
  invitation,
  passwordLength,
} from "#contract/console/session";
import { Button } from "../../widgets/ui/button.tsx";
import { Field } from "../../widgets/ui/field.tsx";
import { Notice } from "../../widgets/ui/notice.tsx";
import type { ApiFailure } from "../client/api.ts";
import { texts } from "../i18n/current-texts.ts";
import { api, takeSession } from "../session/session.ts";
import { FailureNotice } from "../ui/failure-notice.tsx";
import { Form, fieldFailure, PasswordField } from "../ui/form.tsx";
import { useSubmit } from "../ui/use-submit.ts";
import { EntranceTitle } from "./entrance-title.tsx";

/**
 * The invitation's token. Kept only in memory, and removed from the address at once, so that it does not stay in the
 * history.
 */
let token = "";

function takeToken(): string {
  const hashToken = window.location.hash.slice(1);
  if (hashToken) {
    token = hashToken;
    history.replaceState(history.state, "", window.location.pathname);
  }
  return token;
}

/** Lets an invited staff member set a name and a password. The second factor follows. */
export function AcceptInvitation({ session }: { session: ConsoleSession }) {
  const { invited, roles } = texts.value;
  const [found, setFound] = useState<Invitation>();
  const [refusal, setRefusal] = useState<ApiFailure>();
  const [problems, setProblems] = useState<{ name?: string; password?: string }>({});
  const read = async () => {
    const result = await api.send("POST", "/invitation", invitation, { token: takeToken() });
    setRefusal(result.ok ? undefined : result.failure);
    if (result.ok) setFound(result.value);
  };
  useEffect(() => void read(), []);
  const { isBusy, failure, submit } = useSubmit(
    (body: object) => api.send("POST", "/invitation/accept", consoleSession, body),
    (next) => {
      token = "";
      takeSession(next);
    },
  );
  if (refusal) {
    return (
      <>
        <EntranceTitle title={invited.title} />
        {refusal.kind === "lost" ? (
          <FailureNotice failure={refusal} onRetry={() => void read()} />
        ) : (
          <FailureNotice failure={refusal} title={invited.invalid} />
        )}
        <a class="entrance-note" href="/console">
          {invited.toSignIn}
        </a>
      </>
    );
  }
  if (!found)
    return (
      <p class="loading" aria-busy="true">
        {texts.value.loading}
      </p>
    );
  const role = roles[found.role];
  return (
    <>
      <EntranceTitle
        title={invited.welcome(found.operatorName)}
        lead={invited.lead(found.email, role.name)}
      />
      {session.stage === "ready" && session.me && (
        <Notice
          tone="warning"
          title={invited.otherSession}
          lines={[invited.otherSessionText(session.me.email)]}
          testId="other-session"
        />
      )}
      <Form
        testId="accept-invitation"
        failure={failure}
        onSubmit={({ name = "", password = "" }) => {
          const wrong = {
            ...(name.trim() === "" && { name: invited.nameMissing }),
            ...(password.length < passwordLength.least && {
              password: invited.passwordShort(passwordLength.least - password.length),
            }),
          };
          setProblems(wrong);
          if (Object.keys(wrong).length === 0) {
            void submit({ token, name: name.trim(), password });
          } else document.getElementById(`field-${Object.keys(wrong)[0]}`)?.focus();
        }}
      >
        {/* Otherwise the password manager would store no user name. */}
        <input type="hidden" name="username" autocomplete="username" value={found.email} />
        <Field
          name="name"
          label={invited.name}
          hint={invited.nameHint}
          error={problems.name ?? fieldFailure(failure, "name")}
          input={{ autocomplete: "name", defaultValue: found.name ?? "", maxLength: 100 }}
        />
        <PasswordField
          name="password"
          label={invited.password}
          hint={invited.passwordHint(passwordLength.least)}
          autocomplete="new-password"
          error={problems.password ?? fieldFailure(failure, "password")}
        />
        <Button type="submit" busy={isBusy} testId="accept-submit">
          {invited.go}
        </Button>
      </Form>
    </>
  );
}

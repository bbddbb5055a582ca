import { useState } from "preact/hooks";
import { consoleSession } from "#contract/console/session";
import { Button } from "../../widgets/ui/button.tsx";
import { Field } from "../../widgets/ui/field.tsx";
import { Notice } from "../../widgets/ui/notice.tsx";
import { texts } from "../i18n/current-texts.ts";
import { api, takeSession } from "../session/session.ts";
import { Form, PasswordField } from "../ui/form.tsx";
import { useSubmit } from "../ui/use-submit.ts";
import { EntranceTitle } from "./entrance-title.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

/** The first step: e-mail and password, or a passkey for the whole sign-in. */
export function SignIn({ wasEnded }: { wasEnded: boolean }) {
  const { signIn } = texts.value;
  const [missing, setMissing] = useState<readonly string[]>([]);
  const { isBusy, failure, submit } = useSubmit(
    (email: string, password: string) =>
      api.send("POST", "/login", consoleSession, { email, password }),
    takeSession,
  );
  return (
    <>
      <EntranceTitle title={signIn.title} />
      {wasEnded && !failure && (
        <Notice tone="info" title={signIn.ended} lines={[signIn.endedText]} testId="ended" />
      )}
      <Form
        testId="sign-in"
        failure={failure}
        onSubmit={({ email = "", password = "" }) => {
          const lacking = [
            ...(email.trim() === "" ? ["email"] : []),
            ...(password === "" ? ["password"] : []),
          ];
          setMissing(lacking);
          if (lacking.length === 0) void submit(email.trim(), password);
          else document.getElementById(`field-${lacking[0]}`)?.focus();
        }}
      >
        <Field
          name="email"
          label={signIn.email}
          error={missing.includes("email") ? signIn.emailMissing : undefined}
          input={{
            type: "email",
            autocomplete: "username",
            autocapitalize: "off",
            spellcheck: false,
            autofocus: true,
          }}
        />
        <PasswordField
          name="password"
          label={signIn.password}
          autocomplete="current-password"
          error={missing.includes("password") ? signIn.passwordMissing : undefined}
        />
        <Button type="submit" busy={isBusy} testId="sign-in-submit">
          {signIn.go}
        </Button>
      </Form>
      <PasskeyButton path="/login/passkey" />
      <p class="entrance-note">{signIn.forgotten}</p>
    </>
  );
}

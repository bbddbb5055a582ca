import { useEffect, useState } from "preact/hooks";
import { enrolled, enrolment, type Enrolment as Secret } from "#contract/console/session";
import { Button } from "../../widgets/ui/button.tsx";
import type { ApiFailure } from "../client/api.ts";
import { texts } from "../i18n/current-texts.ts";
import { api, takeSession } from "../session/session.ts";
import { CodeField } from "../ui/code-field.tsx";
import { CopyId } from "../ui/copy-id.tsx";
import { FailureNotice } from "../ui/failure-notice.tsx";
import { Form } from "../ui/form.tsx";
import { useSubmit } from "../ui/use-submit.ts";
import { EntranceTitle } from "./entrance-title.tsx";
import { freshCodes } from "./fresh-codes.ts";
import { QrCode } from "./qr-code.tsx";

export function Enrolment() {
  const { enrol } = texts.value;
  const [secret, setSecret] = useState<Secret>();
  const [refusal, setRefusal] = useState<ApiFailure>();
  const read = () =>
    api.send("POST", "/enrolment", enrolment).then((result) => {
      if (result.ok) setSecret(result.value);
      setRefusal(result.ok ? undefined : result.failure);
    });
  useEffect(() => void read(), []);
  const { isBusy, failure, submit } = useSubmit(
    (code: string) => api.send("POST", "/enrolment/confirm", enrolled, { code }),
    ({ recoveryCodes, session }) => {
      freshCodes.value = recoveryCodes;
      takeSession(session);
    },
  );
  return (
    <>
      <EntranceTitle title={enrol.title} lead={enrol.lead} />
      {refusal && <FailureNotice failure={refusal} onRetry={() => void read()} />}
      {secret && (
        <div class="enrol-secret">
          <QrCode rows={secret.qr} label={enrol.qr} />
          <div class="enrol-manual">
            <p>{enrol.manual}</p>
            <CopyId id={secret.secret.replace(/(.{4})(?=.)/g, "$1 ")} label={enrol.secret} />
            <a href={secret.otpauthUri}>{enrol.openApp}</a>
          </div>
        </div>
      )}
      <Form
        testId="enrolment"
        failure={failure}
        hasCode
        onSubmit={({ code = "" }) => void submit(code)}
      >
        <CodeField label={enrol.code} failure={failure} />
        <Button type="submit" busy={isBusy} testId="enrolment-submit">
          {enrol.go}
        </Button>
      </Form>
    </>
  );
}

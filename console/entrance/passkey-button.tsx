import { Button } from "../../widgets/ui/button.tsx";
import { texts } from "../i18n/current-texts.ts";
import { passkeysWork, signInByPasskey } from "../session/passkeys.ts";
import { takeSession } from "../session/session.ts";
import { FailureNotice } from "../ui/failure-notice.tsx";
import { useSubmit } from "../ui/use-submit.ts";

/** A button for a passkey. Renders nothing if this browser does not support passkeys. */
export function PasskeyButton({
  path,
}: {
  path: "/login/passkey" | "/login/second-factor/passkey";
}) {
  const { isBusy, failure, submit } = useSubmit(() => signInByPasskey(path), takeSession);
  if (!passkeysWork()) return null;
  return (
    <div class="passkey-entrance">
      <p class="entrance-or">{texts.value.passkeys.or}</p>
      {failure && <FailureNotice failure={failure} />}
      <Button quiet busy={isBusy} testId="use-passkey" onPress={() => void submit()}>
        {texts.value.passkeys.use}
      </Button>
    </div>
  );
}

import { Entrance } from "./entrance/entrance.tsx";
import { freshCodes } from "./entrance/fresh-codes.ts";
import { Reentry } from "./entrance/reentry.tsx";
import { texts } from "./i18n/current-texts.ts";
import { place } from "./router/place.ts";
import { IdleWarning } from "./session/idle-warning.tsx";
import { readSession, reentry, session, sessionFailure } from "./session/session.ts";
import { Shell } from "./shell/shell.tsx";
import { Asking } from "./ui/ask.tsx";
import { FailureNotice } from "./ui/failure-notice.tsx";
import { KeyHelp } from "./ui/keys.tsx";
import { Toasts } from "./ui/toasts.tsx";

/** Shows the sign-in or the sections. */
export function App() {
  return (
    <>
      {/* Keeps the sections, hidden, during a new sign-in. */}
      <div hidden={reentry.value !== null}>
        <Inside />
        <Asking />
        <KeyHelp />
      </div>
      {reentry.value && <Reentry session={reentry.value} />}
      <IdleWarning />
      <Toasts />
    </>
  );
}

function Inside() {
  const now = session.value;
  if (!now && sessionFailure.value) {
    return (
      <main class="entrance">
        <h1 class="visually-hidden">{texts.value.product}</h1>
        <div class="entrance-card">
          <FailureNotice failure={sessionFailure.value} onRetry={() => void readSession()} />
        </div>
      </main>
    );
  }
  if (!now)
    return (
      <main>
        <h1 class="visually-hidden">{texts.value.product}</h1>
        <p class="loading" aria-busy="true">
          {texts.value.loading}
        </p>
      </main>
    );
  const isFirstEntry = now.stage !== "ready" || (freshCodes.value !== null && !reentry.value);
  const showsEntrance = isFirstEntry || place.value.path === "/invitation";
  return showsEntrance ? <Entrance session={now} /> : <Shell />;
}

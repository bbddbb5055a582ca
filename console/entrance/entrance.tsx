import type { ConsoleSession } from "#contract/console/session";
import { changeLanguage, language, texts } from "../i18n/current-texts.ts";
import { languages } from "../i18n/languages.ts";
import { go, place } from "../router/place.ts";
import { endFreshCodes } from "../session/session.ts";
import { AcceptInvitation } from "./accept-invitation.tsx";
import { Enrolment } from "./enrolment.tsx";
import { freshCodes } from "./fresh-codes.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { SignIn } from "./sign-in.tsx";

/** The sign-in page's layout: one card with one task. */
export function Entrance({
  session,
  isReentry = false,
}: {
  session: ConsoleSession;
  /** Whether the session of the page below has ended. */
  isReentry?: boolean;
}) {
  return (
    <main class="entrance" data-testid="entrance">
      <div class="entrance-brand">
        <span class="brand-sign" aria-hidden="true">
          T
        </span>
        <span class="entrance-product">{texts.value.product}</span>
        {session.environment === "sandbox" && (
          <span class="environment">{texts.value.sandbox}</span>
        )}
      </div>
      <div class="entrance-card">
        <EntranceStep session={session} isReentry={isReentry} />
      </div>
      <nav class="entrance-languages" aria-label={texts.value.account.language}>
        {languages.map((each) => (
          <button
            type="button"
            class="text-button"
            lang={each}
            aria-pressed={each === language.value}
            onClick={() => void changeLanguage(each)}
            key={each}
          >
            {new Intl.DisplayNames(each, { type: "language" }).of(each)}
          </button>
        ))}
      </nav>
    </main>
  );
}

function EntranceStep({ session, isReentry }: { session: ConsoleSession; isReentry: boolean }) {
  const codes = freshCodes.value;
  if (codes) {
    const enter = () => {
      endFreshCodes();
      if (place.value.path === "/invitation") void go("/console", { replace: true });
    };
    return <RecoveryCodes codes={codes} onStored={enter} />;
  }
  if (session.stage === "enrolment") return <Enrolment />;
  if (place.value.path === "/invitation" && !isReentry)
    return <AcceptInvitation session={session} />;
  if (session.stage === "second_factor") return <SecondFactor hasPasskey={session.hasPasskey} />;
  return <SignIn wasEnded={isReentry} />;
}

import { consoleSession } from "#contract/console/session";
import { changeLanguage, language, texts } from "../i18n/current-texts.ts";
import { languages } from "../i18n/languages.ts";
import { Link } from "../router/link.tsx";
import { addressOf, go, place } from "../router/place.ts";
import { api, me, takeSession } from "../session/session.ts";
import { FailureNotice } from "../ui/failure-notice.tsx";
import { Glyph } from "../ui/glyph.tsx";
import { showToast } from "../ui/toasts.tsx";
import { useSubmit } from "../ui/use-submit.ts";

/** Name, own account, language and sign-out. */
export function AccountMenu() {
  const user = me.value;
  const { account, roles } = texts.value;
  const leaving = useSubmit(async () => {
    const result = await api.send("POST", "/logout", consoleSession);
    // On a phone the menu with the notice is closed by now.
    if (!result.ok) showToast(account.notSignedOut);
    return result;
  }, takeSession);
  const signOut = async () => {
    // Opens the start page first: it asks about unsaved changes, and the next person begins there.
    if (await go(addressOf("/"))) await leaving.submit();
  };
  if (!user) return null;
  return (
    <div class="account">
      <Link
        class="account-self"
        to="/security"
        aria-current={place.value.path === "/security" ? "page" : undefined}
        data-testid="nav-security"
      >
        <span class="avatar" aria-hidden="true">
          {initials(user.name)}
        </span>
        <span class="account-names">
          <span class="account-name">{user.name}</span>
          <span class="account-role">{roles[user.role].name}</span>
        </span>
      </Link>
      <div class="account-row">
        <label class="account-language">
          <span class="visually-hidden">{account.language}</span>
          <select
            class="input"
            value={language.value}
            data-testid="language"
            onChange={({ currentTarget }) => {
              const chosen = languages.find((language) => language === currentTarget.value);
              if (chosen) void changeLanguage(chosen);
            }}
          >
            {languages.map((language) => (
              <option value={language} lang={language} key={language}>
                {new Intl.DisplayNames(language, { type: "language" }).of(language)}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="text-button"
          onClick={() => void signOut()}
          data-testid="sign-out"
        >
          <Glyph name="signOut" sizePx={16} />
          {account.signOut}
        </button>
      </div>
      {leaving.failure && <FailureNotice failure={leaving.failure} title={account.notSignedOut} />}
    </div>
  );
}

/** `Ada King Lovelace` → `AL`. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    String(word ? ([...word][0] ?? "") : ""),
  );
  return letters.join("").toUpperCase();
}

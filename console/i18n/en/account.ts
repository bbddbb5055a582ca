import { plural } from "./plural.ts";

/** Texts about password, passkeys and sessions. */
export const english = {
  passkeys: {
    title: "Passkeys",
    lead: "Sign in with your fingerprint, face, PIN or security key. Your authenticator app and recovery codes still work.",
    or: "or",
    use: "Use a passkey",
    added: "added",
    lastUsed: "last used",
    neverUsed: "never used",
    name: "Passkey name",
    unnamed: "Passkey without a readable name",
    nameHint: "Such as “Work laptop”, to recognize it later.",
    nameMissing: "Enter a name for the passkey.",
    add: "Add passkey",
    saved: "Passkey added.",
    remove: "Remove",
    removeOne: (name: string) => `Remove ${name}`,
    removeTitle: (name: string) => `Remove the passkey “${name}”?`,
    removeText: "You can no longer sign in with it. Your other ways to sign in still work.",
    removed: "Passkey removed.",
    elsewhere: (origin: string | null) =>
      origin === null
        ? "This service’s address does not allow passkeys: it needs a host name."
        : `To add one, use a browser with passkeys and open the console at ${origin}.`,
  },
  security: {
    lead: "Your name, password, recovery codes and sessions.",
    account: "Account",
    name: "Name",
    nameSaved: "Name saved.",
    email: "E-mail",
    role: "Role",
    password: "Password",
    passwordText: "Changing it signs you out everywhere else.",
    currentPassword: "Current password",
    newPassword: "New password",
    changePassword: "Change password",
    passwordSaved: "Password changed.",
    codes: "Recovery codes",
    codesText: (left: number) =>
      `${plural(left, "code", "codes")} left. New codes replace the old ones.`,
    freshCodeHint: "Enter a code that you have not used yet.",
    makeCodes: "Create new codes",
    sessions: "Where you are signed in",
    endOthers: "Sign out everywhere else",
    othersEnded: "You are signed out everywhere else.",
    sessionEnded: "Session ended.",
    thisOne: "This browser",
    lastSeen: "last seen",
    unknownBrowser: "Unknown browser",
    end: "Sign out",
    endOne: (name: string) => `Sign out ${name}`,
  },
};

import { disposableEmailBlocklistSet } from "disposable-email-domains-js";
import mailchecker from "mailchecker";

/** Each list has thousands of domains that the other lacks. */
const lists: readonly ReadonlySet<string>[] = [
  mailchecker.blacklist(),
  disposableEmailBlocklistSet(),
];

/**
 * Forwarding services that a list counts as disposable. Their addresses are permanent, so refusing them would turn real
 * customers away (DECISIONS.md).
 */
const permanentForwarders: ReadonlySet<string> = new Set([
  "mozmail.com",
  "relay.firefox.com",
  "duck.com",
  "simplelogin.com",
  "simplelogin.co",
  "aleeas.com",
  "slmail.me",
  "slmails.com",
  "8shield.net",
  "passmail.net",
  "passinbox.com",
  "anonaddy.com",
  "anonaddy.me",
  "addy.io",
]);

export type EmailProblem = "email_plus_not_allowed" | "email_disposable";

/** Refuses a plus in the local part, and disposable domains with their subdomains. Expects valid syntax. */
export function findEmailProblem(email: string): EmailProblem | undefined {
  const at = email.lastIndexOf("@");
  if (email.slice(0, at).includes("+")) return "email_plus_not_allowed";
  return isDisposable(email.slice(at + 1)) ? "email_disposable" : undefined;
}

function isDisposable(domain: string): boolean {
  const labels = domain.toLowerCase().split(".");
  for (let first = 0; first < labels.length - 1; first += 1) {
    const parent = labels.slice(first).join(".");
    if (permanentForwarders.has(parent)) return false;
    if (lists.some((list) => list.has(parent))) return true;
  }
  return false;
}

/** The form in which e-mail addresses are compared: two customers cannot differ only in case. */
export function comparableEmail(email: string): string {
  return email.toLowerCase();
}

import { accountOptions, findAccount, findPublishableKey } from "../find-account.ts";
import { readArguments } from "../read-arguments.ts";
import { CommandProblem, type Terminal } from "../terminal.ts";
import { checkPage, findSdk } from "./check-page.ts";
import { checkClock, checkKey, checkOrigin, checkReachable, dateOf } from "./check-service.ts";
import type { Finding } from "./finding.ts";
import { readPage } from "./read-page.ts";

const marks = { ok: "ok     ", note: "note   ", problem: "PROBLEM" } as const;

/**
 * `tessera doctor [URL] [--return-url URL]`: checks the service, the keys and a checkout page, and says what to do.
 * Fails if there is a problem.
 */
export async function doctor(terminal: Terminal, argv: readonly string[]): Promise<void> {
  const args = readArguments(argv, { options: [...accountOptions, "return-url"], positions: 1 });
  const [address] = args.positions;
  const pageUrl = address === undefined ? undefined : readAddress(address);
  const returnUrl = args.options.get("return-url");
  const returnTo = returnUrl === undefined ? pageUrl : readAddress(returnUrl);
  const { client, serviceUrl } = await findAccount(terminal, args);
  const publishableKey = pageUrl ? await findPublishableKey(terminal, args) : undefined;
  const { interrupted: signal } = terminal;

  let problems = 0;
  const show = (findings: readonly Finding[]) => {
    for (const { verdict, subject, text, advice } of findings) {
      if (verdict === "problem") problems += 1;
      terminal.print(`${marks[verdict]}  ${subject}: ${text}`);
      if (advice !== undefined) terminal.print(`         → ${advice}`);
    }
  };
  const reachable = await checkReachable(serviceUrl, signal, terminal.nowMs);
  show(reachable);
  if (!reachable.some(({ subject, verdict }) => subject === "Service" && verdict !== "ok")) {
    show(await checkKey(client, signal));
  }
  if (pageUrl && publishableKey) {
    const page = await readPage(pageUrl.href, signal);
    show(checkPage(page, serviceUrl));
    const clocks = {
      name: "The page's server",
      timeMs: dateOf(page.headers),
      referenceName: "this machine",
      referenceMs: terminal.nowMs(),
    };
    show(checkClock("Clock of the page", clocks));
    const at = findSdk(page)?.url.origin ?? serviceUrl;
    const origin = new URL(page.url).origin;
    show([await checkOrigin(at, { origin, publishableKey, subject: "Allowed origins" }, signal)]);
    if (returnTo && returnTo.origin !== origin) {
      const target = { origin: returnTo.origin, publishableKey, subject: "Return address" };
      show([await checkOrigin(at, target, signal)]);
    }
  }
  if (problems > 0) {
    throw new CommandProblem(
      problems === 1 ? "There is 1 problem." : `There are ${problems} problems.`,
    );
  }
}

function readAddress(text: string): URL {
  const full = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(full)) throw new CommandProblem(`${text} is not a web address.`);
  const url = new URL(full);
  if (url.username !== "" || url.password !== "") {
    throw new CommandProblem("The address has a password. Leave it out.");
  }
  return url;
}

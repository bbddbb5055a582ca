import {
  TesseraAuthenticationError,
  type TesseraClient,
  TesseraError,
  TesseraPermissionError,
} from "../../server/index.ts";
import { plain, withDeadline } from "../terminal.ts";
import { isLocal } from "./check-page.ts";
import { type Finding, note, ok, problem } from "./finding.ts";

const deadlineMs = 10_000;

/** Above this difference, one of the two sides refuses webhooks. */
const maxSkewSeconds = 5 * 60;
const notableSkewSeconds = 30;

/** Checks whether the service is reachable, and compares its clock with this machine's. */
export async function checkReachable(
  serviceUrl: string,
  signal: AbortSignal,
  nowMs: () => number,
): Promise<Finding[]> {
  const subject = "Service";
  try {
    const response = await withDeadline(signal, deadlineMs, (limit) =>
      fetch(`${serviceUrl}/readyz`, { redirect: "manual", signal: limit }),
    );
    await response.body?.cancel();
    const findings = [
      response.status === 200
        ? ok(subject, `${serviceUrl} is ready.`)
        : problem(
            subject,
            `${serviceUrl}/readyz responds with ${response.status}.`,
            "Wait until the service is ready, or check TESSERA_SERVICE_URL.",
          ),
    ];
    if (!isLocal(new URL(serviceUrl)) && !serviceUrl.startsWith("https:")) {
      findings.push(problem("HTTPS", "The service's address is http.", "Use its https address."));
    }
    const clocks = {
      name: "This machine",
      timeMs: nowMs(),
      referenceName: "the service",
      referenceMs: dateOf(response.headers),
    };
    return [...findings, ...checkClock("Clock", clocks)];
  } catch {
    return [
      problem(
        subject,
        `${serviceUrl} cannot be reached.`,
        "Start it with `npm start`, or set TESSERA_SERVICE_URL.",
      ),
    ];
  }
}

/** Compares two clocks. `Date` headers have whole seconds. */
export function checkClock(
  subject: string,
  {
    name,
    timeMs,
    referenceName,
    referenceMs,
  }: { name: string; timeMs: number; referenceName: string; referenceMs: number },
): Finding[] {
  if (Number.isNaN(referenceMs) || Number.isNaN(timeMs)) return [];
  const skew = Math.round((timeMs - referenceMs) / 1_000);
  const text = `${name} is ${Math.abs(skew)} s ${skew < 0 ? "behind" : "ahead of"} ${referenceName}.`;
  if (Math.abs(skew) >= maxSkewSeconds) {
    return [
      problem(
        subject,
        text,
        "Synchronize it (NTP). Webhooks are refused if the clocks differ by five minutes.",
      ),
    ];
  }
  if (Math.abs(skew) >= notableSkewSeconds) return [note(subject, text, "Synchronize it (NTP).")];
  return [ok(subject, `${name} and ${referenceName} agree.`)];
}

/** A response's `Date`; NaN without one. */
export const dateOf = (headers: Headers): number => Date.parse(headers.get("date") ?? "");

/** Checks the secret key and the webhook endpoints. */
export async function checkKey(client: TesseraClient, signal: AbortSignal): Promise<Finding[]> {
  const subject = "Secret key";
  try {
    const { data } = await client.listWebhooks(
      {},
      { signal, timeoutMs: deadlineMs, maxRetries: 0 },
    );
    return [ok(subject, "The service accepts it."), ...checkEndpoints(data)];
  } catch (error) {
    if (error instanceof TesseraPermissionError && error.code === "scope_missing") {
      return [ok(subject, "The service accepts it. It has no scope to read your endpoints.")];
    }
    const text = error instanceof TesseraError ? plain(error.message) : "The check failed.";
    return error instanceof TesseraAuthenticationError || error instanceof TesseraPermissionError
      ? [problem(subject, text, "Copy the key again, or create one in the console under Settings.")]
      : [problem(subject, text, "Try again when the service responds.")];
  }
}

interface Endpoint {
  webhookId: string;
  url: string;
  status: string;
  disabledReason: string | null;
  failingSince: string | null;
  slowSince: string | null;
}

function checkEndpoints(endpoints: readonly Endpoint[]): Finding[] {
  const subject = "Webhooks";
  if (endpoints.length === 0) {
    return [
      note(
        subject,
        "No endpoint is registered.",
        "Use `npx tessera listen --forward-to URL` on your machine, and register an endpoint for a server.",
      ),
    ];
  }
  const findings = endpoints.flatMap(({ webhookId, url, status, ...state }): Finding[] => {
    const name = plain(`${webhookId} (${url})`);
    if (status === "disabled") {
      return [
        problem(
          subject,
          `${name} is disabled: ${plain(state.disabledReason ?? "no reason")}.`,
          "Fix it, then run: npm run operator -- webhooks enable op_… we_….",
        ),
      ];
    }
    if (state.failingSince !== null || state.slowSince !== null) {
      const symptom = state.slowSince !== null ? "has been too slow" : "has been failing";
      return [
        note(
          subject,
          `${name} ${symptom} since ${plain(state.slowSince ?? state.failingSince ?? "")}.`,
          "The console shows each try under Deliveries. Answer 2xx within 5 s and do the work afterwards.",
        ),
      ];
    }
    return [];
  });
  return findings.length > 0
    ? findings
    : [ok(subject, `${endpoints.length} registered, none failing.`)];
}

/** Checks whether pages of this origin may show the widgets and customers may return there. */
export async function checkOrigin(
  serviceUrl: string,
  { origin, publishableKey, subject }: { origin: string; publishableKey: string; subject: string },
  signal: AbortSignal,
): Promise<Finding> {
  try {
    const query = `publishableKey=${encodeURIComponent(publishableKey)}`;
    const diagnosis = await withDeadline(signal, deadlineMs, async (limit) => {
      const init = { headers: { origin }, redirect: "manual", signal: limit } as const;
      const response = await fetch(`${serviceUrl}/v1/sdk/diagnosis?${query}`, init);
      if (!response.ok) throw new Error(`status ${response.status}`);
      return (await response.json()) as { key?: string; origin?: string };
    });
    if (diagnosis.key !== "ok") {
      return problem(
        "Publishable key",
        diagnosis.key === "wrong_environment"
          ? "It belongs to the other environment."
          : "The service does not know it.",
        "Copy it again from the console under Settings.",
      );
    }
    return diagnosis.origin === "allowed"
      ? ok(subject, `${origin} is one of your allowed origins.`)
      : problem(
          subject,
          `${origin} is not one of your allowed origins: browsers show no widget there (frame-ancestors), and ` +
            "customers cannot return to it.",
          `Add it in the console, or with: npm run operator -- add op_… allowedOrigins ${origin}`,
        );
  } catch {
    return problem(
      subject,
      "The service could not check it.",
      "Try again when the service responds.",
    );
  }
}

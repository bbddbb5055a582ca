/**
 * The staff session of this browser.
 *
 *   anonymous, second_factor, enrolment → the sign-in
 *   ready                               → the sections
 *   ready, and the session has ended    → the sections stay as they are behind the sign-in (`reentry`), also until the
 *                                         person has stored new recovery codes
 *
 * Always: after the same person signs in again, here or in another tab, the page is as before, with all typed text. For
 * another person the page reloads, and nothing remains.
 */
import { computed, signal } from "@preact/signals";
import type { StaffPermission } from "#contract/console/roles";
import { type ConsoleSession, consoleSession } from "#contract/console/session";
import { type ApiFailure, createApi } from "../client/api.ts";
import { forgetQueries, pauseReading, resumeReading } from "../client/use-query.ts";
import { freshCodes } from "../entrance/fresh-codes.ts";
import { stopGuarding } from "../router/place.ts";
import { idleEndsAt, noteIdleSeconds, takeActivity } from "./activity.ts";
import { noteServerTime } from "./server-time.ts";

/** Null until the session has been read. It stays while the person signs in again. */
export const session = signal<ConsoleSession | null>(null);

/** The state of a new sign-in; null while the session is open. */
export const reentry = signal<ConsoleSession | null>(null);

/** Why the session could not be read. */
export const sessionFailure = signal<ApiFailure | null>(null);

/** The console API within this browser's session. */
export const api = createApi({
  csrfToken: () => (reentry.value ?? session.value)?.csrfToken ?? null,
  takeActivity,
  onIdleSeconds: noteIdleSeconds,
  onSessionChanged: () => void readSession(),
});

/** The signed-in staff member; null if nobody is signed in. */
export const me = computed(() => (session.value?.stage === "ready" ? session.value.me : null));

/** The service checks the permission too; the page only hides what it would refuse. */
export function may(permission: StaffPermission): boolean {
  return me.value?.permissions.includes(permission) ?? false;
}

/** Reads the session. If it has ended on its own, shows the sign-in on top of the page. */
export async function readSession(): Promise<void> {
  const result = await sinceNoChange(api.get("/session", consoleSession));
  if (!result) return;
  if (!result.ok) sessionFailure.value = result.failure;
  else if (session.value?.stage === "ready" && result.value.stage !== "ready") {
    beginReentry(result.value);
  } else takeSession(result.value);
}

/** Tells the service that the person is active. */
export async function reportActivity(): Promise<void> {
  const result = await sinceNoChange(api.send("POST", "/session/activity", consoleSession));
  if (result?.ok) takeSession(result.value);
}

/** The result; null if the person signed in or out in the meantime, because it describes the session before that. */
async function sinceNoChange<T>(result: Promise<T>): Promise<T | null> {
  const [before, reentryBefore] = [session.value, reentry.value];
  const value = await result;
  return session.value === before && reentry.value === reentryBefore ? value : null;
}

/** Stores the new session, and deletes what was kept for another person. */
export function takeSession(next: ConsoleSession): void {
  sessionFailure.value = null;
  noteServerTime(next.serverTime);
  if (reentry.value) {
    followReentry(next);
    return;
  }
  if (session.value?.stage === "ready" && next.stage === "ready" && isOther(next)) {
    startOver();
    return;
  }
  if (isOther(next) || next.stage !== "ready") forgetQueries();
  if (next.stage !== "ready") idleEndsAt.value = null;
  session.value = next;
}

function beginReentry(next: ConsoleSession): void {
  idleEndsAt.value = null;
  pauseReading();
  reentry.value = next;
}

function followReentry(next: ConsoleSession): void {
  if (next.stage !== "ready" || freshCodes.value) {
    reentry.value = next;
    return;
  }
  if (isOther(next)) {
    startOver();
    return;
  }
  session.value = next;
  reentry.value = null;
  resumeReading();
}

/** The person has stored the new recovery codes. After a new sign-in, continues where the page was. */
export function endFreshCodes(): void {
  freshCodes.value = null;
  if (reentry.value) takeSession(reentry.value);
}

function isOther(next: ConsoleSession): boolean {
  return next.me?.staffId !== session.value?.me?.staffId;
}

/** Reloads the page, so that nothing of the person before remains. */
function startOver(): void {
  stopGuarding();
  window.location.assign("/console");
}

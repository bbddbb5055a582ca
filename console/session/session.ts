/**
 * Who is at this browser.
 *
 *   anonymous, second_factor, enrolment → the way in
 *   ready                               → the rooms
 *   ready, and the session has ended    → the rooms stay as they are behind the way in (`reentry`)
 *
 * Always holds: after the same person has signed in again, everything is where it was, with what was typed;
 * for anybody else the page is loaded again and nothing of it is left.
 */
import { computed, signal } from "@preact/signals";
import type { StaffPermission } from "#contract/console/roles";
import { type ConsoleSession, consoleSession } from "#contract/console/session";
import { type ApiFailure, createApi } from "../client/api.ts";
import { forgetAnswers, pauseReading, resumeReading } from "../client/use-answer.ts";
import { stopGuarding } from "../router/place.ts";
import { idleEndsAt, noteIdleSeconds, takeActivity } from "./activity.ts";

/** Who is at this browser; null until it was asked. Stays while they sign in again. */
export const session = signal<ConsoleSession | null>(null);

/** How far somebody is who signs in again; null while the session is open. */
export const reentry = signal<ConsoleSession | null>(null);

/** Why it could not be asked. */
export const sessionFailure = signal<ApiFailure | null>(null);

/** The service's `/console/api` for this browser's session. */
export const api = createApi({
  csrfToken: () => (reentry.value ?? session.value)?.csrfToken ?? null,
  takeActivity,
  onIdleSeconds: noteIdleSeconds,
  onSessionEnded: () => void readSession(),
});

/** Whoever is signed in; null for everybody else. */
export const me = computed(() => (session.value?.stage === "ready" ? session.value.me : null));

/** Whether the role permits it. The service decides all the same; the page only hides what it would refuse. */
export function may(permission: StaffPermission): boolean {
  return me.value?.permissions.includes(permission) ?? false;
}

/** Asks the service who is here. A session that has ended by itself is opened again on top of its page. */
export async function readSession(): Promise<void> {
  const answer = await api.get("/session", consoleSession);
  if (!answer.ok) sessionFailure.value = answer.failure;
  else if (session.value?.stage === "ready" && answer.value.stage !== "ready") {
    if (reentry.value?.stage !== "second_factor") beginReentry(answer.value);
  } else takeSession(answer.value);
}

/** Takes over what a call answered. What was read for somebody else before is forgotten. */
export function takeSession(next: ConsoleSession): void {
  sessionFailure.value = null;
  if (reentry.value) {
    followReentry(next);
    return;
  }
  if (next.me?.staffId !== session.value?.me?.staffId || next.stage !== "ready") forgetAnswers();
  if (next.stage !== "ready") idleEndsAt.value = null;
  session.value = next;
}

function beginReentry(next: ConsoleSession): void {
  idleEndsAt.value = null;
  pauseReading();
  reentry.value = next;
}

function followReentry(next: ConsoleSession): void {
  if (next.stage !== "ready") {
    reentry.value = next;
    return;
  }
  if (next.me?.staffId !== session.value?.me?.staffId) {
    stopGuarding();
    window.location.assign("/console");
    return;
  }
  session.value = next;
  reentry.value = null;
  resumeReading();
}

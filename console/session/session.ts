import { computed, signal } from "@preact/signals";
import type { StaffPermission } from "../../contract/console/roles.ts";
import { type ConsoleSession, consoleSession } from "../../contract/console/session.ts";
import { type ApiFailure, createApi } from "../client/api.ts";
import { forgetAnswers } from "../client/use-answer.ts";

/** Who is at this browser; null until it was asked. */
export const session = signal<ConsoleSession | null>(null);

/** Why it could not be asked. */
export const sessionFailure = signal<ApiFailure | null>(null);

/** Set when the session ended by itself, so that the sign-in can say so. */
export const wasEnded = signal(false);

/** The service's `/console/api` for this browser's session. */
export const api = createApi({
  csrfToken: () => session.value?.csrfToken ?? null,
  onSessionEnded: () => {
    wasEnded.value = session.value?.stage === "ready";
    void readSession();
  },
});

/** Whoever is signed in; null for everybody else. */
export const me = computed(() => (session.value?.stage === "ready" ? session.value.me : null));

/** Whether the role permits it. The service decides all the same; the page only hides what it would refuse. */
export function may(permission: StaffPermission): boolean {
  return me.value?.permissions.includes(permission) ?? false;
}

/** Asks the service who is here. */
export async function readSession(): Promise<void> {
  const answer = await api.get("/session", consoleSession);
  if (answer.ok) takeSession(answer.value);
  else sessionFailure.value = answer.failure;
}

/** Takes over what a call answered. What was read for somebody else before is forgotten. */
export function takeSession(next: ConsoleSession): void {
  if (next.me?.staffId !== session.value?.me?.staffId || next.stage !== "ready") forgetAnswers();
  if (next.stage === "ready") wasEnded.value = false;
  sessionFailure.value = null;
  session.value = next;
}

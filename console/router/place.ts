/**
 * The current place: a signal that follows the address bar. Paths are below `/console`, such as `/reviews`. Filters and
 * pages are always in the query, so a link or the back button restores the screen. A form with unsaved changes is asked
 * first. The back button's step is undone before that, and repeated if the form agrees.
 */
import { signal } from "@preact/signals";

/** A path below `/console` and its query. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

export const basePath = "/console";

/** Called before the place changes; resolves to whether it may. */
export type LeaveGuard = () => Promise<boolean>;

export const place = signal<Place>(readPlace());

let guards: readonly LeaveGuard[] = [];
/** Increases along the history, to distinguish back from forward. */
let index = readIndex();
/** What our own code is doing in the history: it undoes or repeats a step. Otherwise null. */
let ownStep: "undo" | "redo" | null = null;

/** How the visitor came to the current page. */
let arrival: "first" | "link" | "history" = "first";

export function arrivedBy(): typeof arrival {
  return arrival;
}

/** The address of a page, for links. */
export function addressOf(path: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `${basePath}${path}${search && `?${search}`}`;
}

/** Navigates to an address of {@link addressOf}, unless the guard refuses. Resolves to whether it did. */
export async function go(address: string, { replace = false } = {}): Promise<boolean> {
  const guard = guards.at(-1);
  if (guard && !(await guard())) return false;
  guards = [];
  move(address, replace);
  return true;
}

/** `undefined` and empty text remove a filter. Every change except the page's returns to the first page. */
export function setQuery(
  changes: Readonly<Record<string, string | undefined>>,
  { replace = true } = {},
): void {
  const { path, query } = place.value;
  const next = new URLSearchParams(query);
  if (!("page" in changes)) next.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") next.delete(name);
    else next.set(name, value);
  }
  const search = next.toString();
  move(`${basePath}${path}${search && `?${search}`}`, replace);
}

/** Sets the function that is asked before leaving, in place of earlier ones until the returned function removes it. */
export function guardLeaving(guard: LeaveGuard): () => void {
  guards = [...guards, guard];
  return () => {
    guards = guards.filter((each) => each !== guard);
  };
}

/** Removes all guards: nothing on the page needs saving any more. */
export function stopGuarding(): void {
  guards = [];
}

/** Follows the browser's history. Returns a function that stops it. */
export function followHistory(): () => void {
  if (history.state?.index === undefined) history.replaceState({ index }, "");
  const onPopState = () => void followStep();
  const onUnload = (event: BeforeUnloadEvent) => {
    if (guards.length > 0) event.preventDefault();
  };
  window.addEventListener("popstate", onPopState);
  window.addEventListener("beforeunload", onUnload);
  return () => {
    window.removeEventListener("popstate", onPopState);
    window.removeEventListener("beforeunload", onUnload);
  };
}

async function followStep(): Promise<void> {
  // A link within the page, such as the one to the content, has added a step without an index.
  if (history.state?.index === undefined) history.replaceState({ index }, "");
  const steps = readIndex() - index;
  if (ownStep === "undo") {
    ownStep = null;
    return;
  }
  const guard = guards.at(-1);
  if (guard && steps !== 0 && ownStep !== "redo") {
    ownStep = "undo";
    history.go(-steps);
    if (!(await guard())) return;
    guards = [];
    ownStep = "redo";
    history.go(steps);
    return;
  }
  ownStep = null;
  index = readIndex();
  arrival = "history";
  place.value = readPlace();
}

function move(address: string, replace: boolean): void {
  if (replace) history.replaceState({ index }, "", address);
  else {
    index += 1;
    arrival = "link";
    history.pushState({ index }, "", address);
  }
  place.value = readPlace();
}

function readPlace(): Place {
  const { pathname, search } = window.location;
  const path = pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname;
  return { path: path.replace(/\/+$/, "") || "/", query: new URLSearchParams(search) };
}

function readIndex(): number {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "index" in state ? Number(state.index) : 0;
}

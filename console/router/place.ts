/**
 * Where the app is: one signal that follows the address bar. Paths are below `/console`, as `/reviews`.
 *
 * What always holds: the query is where filters and pages live, so that a link or the back button brings
 * back what was on the screen; a form with changes that are not saved is asked before anything leaves it,
 * also by the back button, which is first undone and done again after a yes.
 */
import { signal } from "@preact/signals";

/** A path below `/console` and its query. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Where all paths begin. */
export const basePath = "/console";

/** Asked before a place is left; resolves to whether it may be. */
export type LeaveGuard = () => Promise<boolean>;

/** The present place. */
export const place = signal<Place>(readPlace());

let guard: LeaveGuard | null = null;
/** Counts up along the history, so that going back is told from going on. */
let index = readIndex();
/** Set while a step through the history is our own undoing or redoing. */
let ownStep: "undo" | "redo" | null = null;

/** How the present page was come to: as the visit's first, by a link, or through the history. */
let arrival: "first" | "link" | "history" = "first";

/** See {@link arrival}. */
export function arrivedBy(): typeof arrival {
  return arrival;
}

/** The address of a path and its query, for links. */
export function addressOf(path: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `${basePath}${path}${search && `?${search}`}`;
}

/** Goes to an address as {@link addressOf} writes it, unless the guard keeps the place; whether it went. */
export async function go(address: string, { replace = false } = {}): Promise<boolean> {
  if (guard && !(await guard())) return false;
  guard = null;
  move(address, replace);
  return true;
}

/**
 * Changes filters in the query: `undefined` and the empty text take one out. Any change but of the page
 * itself starts at the first page again.
 */
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

/** Puts a guard before leaving; answers what takes it away again. The last one counts. */
export function guardLeaving(asked: LeaveGuard): () => void {
  guard = asked;
  return () => {
    if (guard === asked) guard = null;
  };
}

/** Takes the guard away: nothing on the page is worth keeping. */
export function stopGuarding(): void {
  guard = null;
}

/** Follows the browser's own steps through the history. Answers what ends it. */
export function followHistory(): () => void {
  if (history.state?.index === undefined) history.replaceState({ index }, "");
  const onPopState = () => void followStep();
  const onUnload = (event: BeforeUnloadEvent) => {
    if (guard) event.preventDefault();
  };
  window.addEventListener("popstate", onPopState);
  window.addEventListener("beforeunload", onUnload);
  return () => {
    window.removeEventListener("popstate", onPopState);
    window.removeEventListener("beforeunload", onUnload);
  };
}

async function followStep(): Promise<void> {
  const steps = readIndex() - index;
  if (ownStep === "undo") {
    ownStep = null;
    return;
  }
  if (guard && steps !== 0 && ownStep !== "redo") {
    ownStep = "undo";
    history.go(-steps);
    if (!(await guard())) return;
    guard = null;
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

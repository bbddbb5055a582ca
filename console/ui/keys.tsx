/**
 * A section registers its keyboard shortcuts while it is on the screen; `?` lists them.
 * No key works while the person types, selects in a list or has a dialog open, nor with Ctrl, Alt or Meta, which belong
 * to the browser. All keys, including `?`, can be switched off (WCAG 2.1.4), because speech software types what people
 * say. The button in the navigation also opens the list.
 */
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { recall, remember } from "../client/browser-memory.ts";
import { texts } from "../i18n/current-texts.ts";
import { Dialog } from "./dialog.tsx";

export interface KeyBinding {
  /** The value of `KeyboardEvent.key`: `j`, `?`, `+`. */
  readonly key: string;
  readonly text: string;
  readonly run: () => void;
  /** Whether a held key repeats the action, for example to move or zoom. Default: a held key counts once. */
  readonly repeats?: boolean;
}

const groups = signal<readonly { readonly current: readonly KeyBinding[] }[]>([]);
const isHelpOpen = signal(false);
const areKeysOn = signal(recall("keys") !== "off");

/** The keys work while the component is on the screen. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const group = useRef(bindings);
  group.current = bindings;
  // Before the paint, so that a key that is pressed at once counts.
  useLayoutEffect(() => {
    groups.value = [...groups.value, group];
    return () => {
      groups.value = groups.value.filter((each) => each !== group);
    };
  }, []);
}

/** Listens to the whole page. Returns a function that stops it. */
export function listenToKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !areKeysOn.value || !isForPage(event)) return;
    if (event.key === "?") {
      event.preventDefault();
      openKeyHelp();
      return;
    }
    const bindings = groups.value.flatMap(({ current }) => current);
    const keyBinding = bindings.findLast(({ key }) => key === event.key);
    if (!keyBinding) return;
    event.preventDefault();
    if (!event.repeat || keyBinding.repeats) keyBinding.run();
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}

export function openKeyHelp(): void {
  isHelpOpen.value = true;
}

/** Whether a key press is for the page and not for a field, a dialog or the browser. */
function isForPage(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return false;
  if (document.querySelector("dialog[open]")) return false;
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest(
    "input, textarea, select, [contenteditable]:not([contenteditable='false']), [role='textbox'], [role='listbox']",
  );
}

/** The list of keys, and the switch for them. */
export function KeyHelp() {
  if (!isHelpOpen.value) return null;
  const { keys } = texts.value;
  const bindings = groups.value.flatMap(({ current }) => current);
  return (
    <Dialog title={keys.title} testId="key-help" onClose={() => (isHelpOpen.value = false)}>
      <dl class="key-list">
        {[...bindings, { key: "?", text: keys.help }].map(({ key, text }) => (
          <div class="key-row" key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={areKeysOn.value}
          onChange={({ currentTarget }) => {
            areKeysOn.value = currentTarget.checked;
            remember("keys", currentTarget.checked ? "on" : "off");
          }}
        />
        <span>{keys.areOn}</span>
      </label>
    </Dialog>
  );
}

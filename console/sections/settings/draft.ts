/** The draft has only the differences from the loaded settings, so that saving changes nothing else. */
import type { ConsoleSettings, EditableSettings } from "#contract/console/settings";

export type Draft = Partial<EditableSettings>;

export function withDraft(base: EditableSettings, draft: Draft): EditableSettings {
  return { ...base, ...draft };
}

/** Adds an edit to the draft, or removes it if it restores the loaded value. */
export function edited<Name extends keyof EditableSettings>(
  base: EditableSettings,
  draft: Draft,
  name: Name,
  value: EditableSettings[Name],
): Draft {
  const { [name]: _before, ...rest } = draft;
  return isSame(base[name], value) ? rest : { ...rest, [name]: value };
}

/** Settings that both sides changed: edited here, and different from the value at the start of the edit. */
export function conflictsOf(
  before: ConsoleSettings,
  now: ConsoleSettings,
  draft: Draft,
): (keyof EditableSettings)[] {
  return (Object.keys(draft) as (keyof EditableSettings)[]).filter(
    (name) =>
      !isSame(before.settings[name], now.settings[name]) &&
      !isSame(draft[name], now.settings[name]),
  );
}

/** Applies the draft to newer settings, and drops edits that they already contain. */
export function rebased(now: ConsoleSettings, draft: Draft): Draft {
  const entries = Object.entries(draft).filter(
    ([name, value]) => !isSame(now.settings[name as keyof EditableSettings], value),
  );
  return Object.fromEntries(entries);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The settings as they are edited: only what differs from what was read, so that a save changes nothing else. */
import type { ConsoleSettings, EditableSettings } from "#contract/console/settings";

/** Edited values by name. */
export type Draft = Partial<EditableSettings>;

/** The settings with the edits in place. */
export function withDraft(base: EditableSettings, draft: Draft): EditableSettings {
  return { ...base, ...draft };
}

/** The draft with one more edit; an edit back to what is there takes it out. */
export function edited<Name extends keyof EditableSettings>(
  base: EditableSettings,
  draft: Draft,
  name: Name,
  value: EditableSettings[Name],
): Draft {
  const { [name]: _before, ...rest } = draft;
  return isSame(base[name], value) ? rest : { ...rest, [name]: value };
}

/** What both changed: edited here, and different there from what the edit began with. */
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

/** The draft on top of newer settings: edits that are there already drop out. */
export function rebased(now: ConsoleSettings, draft: Draft): Draft {
  const entries = Object.entries(draft).filter(
    ([name, value]) => !isSame(now.settings[name as keyof EditableSettings], value),
  );
  return Object.fromEntries(entries);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

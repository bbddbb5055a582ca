import type { Appearance } from "#contract/appearance/appearance";
import type { AppearanceVersionView, ConsoleAppearance } from "#contract/console/appearance";
import { Button } from "../../../widgets/ui/button.tsx";
import { appearanceTexts } from "../../i18n/appearance-texts.ts";
import { Panel } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";

interface VersionListProps {
  readonly base: ConsoleAppearance;
  readonly isReadOnly: boolean;
  readonly onRestore: (version: number, name: string) => void;
}

/** What was published and by whom, with a button to restore it. */
export function VersionList({ base, isReadOnly, onRestore }: VersionListProps) {
  const words = appearanceTexts.value;
  const { versions, version: newest, published } = base;
  const before = versions[1];
  const nameOf = (version: number) => (version === 0 ? words.own : words.version(version));
  const undo = () => onRestore(before?.version ?? 0, nameOf(before?.version ?? 0));
  return (
    <Panel
      title={words.versions}
      testId="versions"
      actions={
        newest > 0 &&
        !isReadOnly && (
          <Button quiet testId="undo" onPress={undo}>
            {words.undo}
          </Button>
        )
      }
    >
      {newest === 0 && <p class="muted">{words.noVersions}</p>}
      <ul class="versions">
        {versions.map((published) => (
          <li key={published.version} data-testid={`version-${published.version}`}>
            <Swatch look={published.appearance} />
            <span class="two-lines">
              <span class="strong">{nameOf(published.version)}</span>
              <span class="muted small">
                {authorOf(published)} · <RelativeTime at={published.publishedAt} isFocusable />
                {noteOf(published)}
              </span>
            </span>
            {published.version === newest ? (
              <span class="muted small">{words.current}</span>
            ) : (
              !isReadOnly && (
                <Restore version={published.version} onRestore={onRestore} nameOf={nameOf} />
              )
            )}
          </li>
        ))}
        {newest > 0 && published !== null && (
          <li data-testid="version-0">
            <Swatch look={null} />
            <span class="strong">{words.own}</span>
            {!isReadOnly && <Restore version={0} onRestore={onRestore} nameOf={nameOf} />}
          </li>
        )}
      </ul>
    </Panel>
  );
}

function Restore({
  version,
  onRestore,
  nameOf,
}: {
  version: number;
  onRestore: VersionListProps["onRestore"];
  nameOf: (version: number) => string;
}) {
  const words = appearanceTexts.value;
  return (
    <button
      type="button"
      class="text-button"
      aria-label={words.restoreOne(nameOf(version))}
      data-testid="restore"
      onClick={() => onRestore(version, nameOf(version))}
    >
      {words.restore}
    </button>
  );
}

/** The version's brand color; nothing for Tessera's own look. */
function Swatch({ look }: { look: Appearance | null }) {
  return (
    <span
      class="swatch swatch-dot"
      aria-hidden="true"
      style={look ? { background: look.brandColor } : undefined}
    />
  );
}

function authorOf({ publishedBy }: AppearanceVersionView): string {
  return publishedBy.name ?? appearanceTexts.value.by[publishedBy.kind] ?? publishedBy.kind;
}

function noteOf({ restoredVersion, appearance }: AppearanceVersionView): string {
  const words = appearanceTexts.value;
  if (restoredVersion === 0) return ` · ${words.restoredOwn}`;
  if (restoredVersion !== null) return ` · ${words.restored(restoredVersion)}`;
  return appearance ? ` · ${appearance.brandColor}` : ` · ${words.own}`;
}

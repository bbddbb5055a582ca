import { useEffect, useState } from "preact/hooks";
import { type Look, linkTo } from "./look.ts";

/** What scripts/gallery-compare.mjs wrote into the gallery's folder. */
export interface GalleryChanges {
  readonly from: string;
  readonly to: string;
  readonly compared: number;
  readonly changes: readonly GalleryChange[];
}

/** An entry that looks different. */
export interface GalleryChange {
  readonly id: string;
  readonly title: string;
  /** The query of the look that differs, without the entry. */
  readonly look: string;
  readonly kind: "changed" | "added" | "removed";
  /** Percent of the pixels that differ. */
  readonly percent: number;
  /** Pictures, relative to the gallery's folder. */
  readonly before: string | null;
  readonly after: string | null;
  readonly difference: string | null;
}

/** Shows the changes since the last release: before, after, and where. */
export function ChangesPage({ look }: { readonly look: Look }) {
  const [found, setFound] = useState<GalleryChanges | "missing" | null>(null);
  useEffect(() => {
    fetch("changes/changes.json")
      .then((response) => (response.ok ? response.json() : "missing"))
      .then(setFound, () => setFound("missing"));
  }, []);
  if (found === null) return <p class="gallery-note">Loading…</p>;
  if (found === "missing") {
    return (
      <>
        <h2 class="payment-title">What changed</h2>
        <p>
          Nothing has been compared yet. Run <code>npm run gallery:compare</code>, then start the
          gallery again.
        </p>
      </>
    );
  }
  const { from, to, compared, changes } = found;
  return (
    <>
      <header>
        <h2 class="payment-title">What changed</h2>
        <p class="gallery-note">
          {`${from} → ${to}: ${changes.length} of ${compared} pictures differ.`}
        </p>
      </header>
      {changes.map((change) => (
        <Change change={change} look={look} key={`${change.id} ${change.look}`} />
      ))}
    </>
  );
}

const kinds = { changed: "", added: "new", removed: "gone" };

function Change({ change, look }: { readonly change: GalleryChange; readonly look: Look }) {
  const { id, title, kind, percent, before, after, difference } = change;
  const pictures = [
    ["Before", before],
    ["After", after],
    ["Difference", difference],
  ] as const;
  return (
    <section class="gallery-change">
      <h3>
        <a href={linkTo("entry", id, look)}>{title}</a>
      </h3>
      <p class="gallery-note">
        {[id, change.look, kind === "changed" ? `${percent} %` : kinds[kind]]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <div class="gallery-stage">
        {pictures.map(
          ([label, source]) =>
            source !== null && (
              <figure class="gallery-view" key={label}>
                <figcaption>{label}</figcaption>
                <img src={source} alt={`${title}, ${label.toLowerCase()}`} loading="lazy" />
              </figure>
            ),
        )}
      </div>
    </section>
  );
}

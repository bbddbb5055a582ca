import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { GalleryEntry } from "./gallery-entry.ts";
import { type Look, linkTo } from "./look.ts";
import { LooksBar } from "./looks-bar.tsx";

interface GalleryPageProps {
  readonly entries: readonly GalleryEntry[];
  /** Null on the page of changes. */
  readonly chosen: GalleryEntry | null;
  readonly look: Look;
  /** The words that were searched for. */
  readonly search: string;
  readonly children?: ComponentChildren;
}

/** The list of all entries with its search, and the chosen one at the chosen widths. */
export function GalleryPage({ entries, chosen, look, search, children }: GalleryPageProps) {
  const [wanted, setWanted] = useState(search);
  const found = entries.filter((entry) => isFound(entry, wanted));
  const groups = [...new Set(found.map(({ group }) => group))];
  const find = (text: string) => {
    setWanted(text);
    const address = new URL(location.href);
    if (text === "") address.searchParams.delete("search");
    else address.searchParams.set("search", text);
    history.replaceState(null, "", address);
  };
  return (
    <div class="gallery">
      <nav class="gallery-list" aria-label="Entries">
        <h1 class="gallery-title">Gallery</h1>
        <input
          class="input gallery-search"
          type="search"
          aria-label="Search"
          placeholder="Search"
          data-testid="gallery-search"
          defaultValue={search}
          onInput={({ currentTarget }) => find(currentTarget.value)}
        />
        <a
          class="gallery-link"
          href={linkTo("changes", "", look, wanted)}
          aria-current={chosen === null ? "page" : undefined}
        >
          What changed
        </a>
        {groups.map((group) => (
          <section key={group}>
            <h2 class="gallery-group">{group}</h2>
            <ul>
              {found
                .filter((entry) => entry.group === group)
                .map(({ id, title }) => (
                  <li key={id}>
                    <a
                      class="gallery-link"
                      href={linkTo("entry", id, look, wanted)}
                      aria-current={id === chosen?.id ? "page" : undefined}
                    >
                      {title}
                    </a>
                  </li>
                ))}
            </ul>
          </section>
        ))}
        <p class="gallery-note" role="status">
          {found.length === 0 && "Nothing has these words."}
        </p>
      </nav>
      <main class="gallery-main">
        {chosen ? (
          <>
            <header class="gallery-head">
              <div>
                <h2 class="payment-title">{chosen.title}</h2>
                <p class="gallery-note">{chosen.note ?? chosen.id}</p>
              </div>
              <LooksBar look={look} linkOf={(next) => linkTo("entry", chosen.id, next, wanted)} />
            </header>
            <Stage chosen={chosen} look={look} />
          </>
        ) : (
          children
        )}
      </main>
    </div>
  );
}

/** Whether the entry has all the words, in any order. */
export function isFound({ id, group, title, note }: GalleryEntry, search: string): boolean {
  const text = [id, group, title, note].join(" ").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function Stage({ chosen, look }: { readonly chosen: GalleryEntry; readonly look: Look }) {
  const src = linkTo("show", chosen.id, look);
  return (
    <div class="gallery-stage">
      {(look.width === null ? [360, 560] : [look.width]).map((widthPx) => (
        <figure class="gallery-view" style={{ width: `${widthPx}px` }} key={widthPx}>
          <figcaption>
            {widthPx} px · <a href={src}>alone</a>
          </figcaption>
          <iframe
            title={`${chosen.title}, ${widthPx} px`}
            src={src}
            onLoad={({ currentTarget }) => fitContent(currentTarget)}
          />
        </figure>
      ))}
    </div>
  );
}

/** Sets the frame's height to its content, as the SDK does in an operator's page. */
function fitContent(frame: HTMLIFrameElement) {
  const content = frame.contentDocument?.body;
  if (!content) return;
  const fit = () => {
    frame.style.height = `${content.scrollHeight}px`;
  };
  new ResizeObserver(fit).observe(content);
}

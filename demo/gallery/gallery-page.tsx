import { directionOf, type Language, languages } from "#contract/languages";
import type { GalleryEntry } from "./gallery-entry.ts";
import { type Look, linkTo } from "./look.ts";

interface GalleryPageProps {
  readonly entries: readonly GalleryEntry[];
  readonly chosen: GalleryEntry;
  readonly look: Look;
}

/** The list of all entries, and the chosen one at two widths. */
export function GalleryPage({ entries, chosen, look }: GalleryPageProps) {
  const groups = [...new Set(entries.map(({ group }) => group))];
  return (
    <div class="gallery">
      <nav class="gallery-list" aria-label="Entries">
        <h1 class="gallery-title">Gallery</h1>
        {groups.map((group) => (
          <section key={group}>
            <h2 class="gallery-group">{group}</h2>
            <ul>
              {entries
                .filter((entry) => entry.group === group)
                .map(({ id, title }) => (
                  <li key={id}>
                    <a
                      class="gallery-link"
                      href={linkTo("entry", id, look)}
                      aria-current={id === chosen.id ? "page" : undefined}
                    >
                      {title}
                    </a>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </nav>
      <main class="gallery-main">
        <header class="gallery-head">
          <div>
            <h2 class="payment-title">{chosen.title}</h2>
            <p class="gallery-note">{chosen.note ?? chosen.id}</p>
          </div>
          <Looks chosen={chosen} look={look} />
        </header>
        <div class="gallery-stage">
          {[360, 560].map((widthPx) => (
            <figure class="gallery-view" style={{ width: `${widthPx}px` }} key={widthPx}>
              <figcaption>
                {widthPx} px · <a href={linkTo("show", chosen.id, look)}>alone</a>
              </figcaption>
              <iframe
                title={`${chosen.title}, ${widthPx} px`}
                src={linkTo("show", chosen.id, look)}
                onLoad={({ currentTarget }) => fitContent(currentTarget)}
              />
            </figure>
          ))}
        </div>
      </main>
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

function Looks({ chosen, look }: { chosen: GalleryEntry; look: Look }) {
  const option = (text: string, change: Partial<Look>) => {
    const isOn = Object.entries(change).every(
      ([name, value]) => look[name as keyof Look] === value,
    );
    return (
      <a
        class="gallery-option"
        aria-current={isOn ? "true" : undefined}
        href={linkTo("entry", chosen.id, { ...look, ...change })}
      >
        {text}
      </a>
    );
  };
  return (
    <div class="gallery-looks">
      <span>{languages.map((lang) => option(nameOf(lang), { lang, dir: directionOf(lang) }))}</span>
      <span>
        {option("Left to right", { dir: "ltr" })}
        {option("Right to left", { dir: "rtl" })}
      </span>
      <span>
        {option("Plain", { pseudo: null })}
        {option("Long", { pseudo: "long" })}
        {option("Mirrored", { pseudo: "mirrored", dir: "rtl" })}
      </span>
      <span>
        {option("100 %", { zoom: 100 })}
        {option("200 %", { zoom: 200 })}
      </span>
    </div>
  );
}

/** `Français (Canada)`, in the language itself. */
const nameOf = (lang: Language) =>
  new Intl.DisplayNames([lang], { type: "language" }).of(lang) ?? lang;

import { useEffect, useRef, useState } from "preact/hooks";
import { reviewList } from "#contract/console/reviews";
import { useQuery } from "../client/use-query.ts";
import { FindButton } from "../find/find-button.tsx";
import { texts } from "../i18n/current-texts.ts";
import { Link } from "../router/link.tsx";
import { addressOf, go, place } from "../router/place.ts";
import { api, may, me, session } from "../session/session.ts";
import { Empty } from "../ui/data-table.tsx";
import { Glyph } from "../ui/glyph.tsx";
import { KeyMark } from "../ui/key-mark.tsx";
import { openKeyHelp } from "../ui/keys.tsx";
import { Page } from "../ui/page.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { LoadedPage, loadAhead } from "./loaded-page.tsx";
import { SandboxTime } from "./sandbox-time.tsx";
import { findPage, type Section, sections } from "./sections.ts";

/** How often to read the number of waiting cases. */
const queueEveryMs = 30_000;

/** The navigation beside the page; on a phone a menu above it. */
export function Shell() {
  const shownPlace = place.value;
  const { path } = shownPlace;
  const page = findPage(path);
  const [menuIsOpen, setMenuIsOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const mine = sections.filter(({ permission }) => may(permission));
  const start = path === "/" ? mine[0] : undefined;
  const { nav, keys } = texts.value;

  useEffect(() => {
    if (start) void go(addressOf(start.path), { replace: true });
  }, [start]);
  // Also when the link opens the same page without its filters.
  useEffect(() => setMenuIsOpen(false), [shownPlace]);
  return (
    <div class="shell" data-menu={menuIsOpen ? "open" : undefined}>
      <a class="skip-link" href="#content">
        {nav.skip}
      </a>
      <header class="topbar">
        <button
          ref={menuButton}
          type="button"
          class="icon-button"
          aria-expanded={menuIsOpen}
          aria-controls="navigation"
          aria-label={menuIsOpen ? nav.closeMenu : nav.openMenu}
          onClick={() => setMenuIsOpen(!menuIsOpen)}
          data-testid="menu-button"
        >
          <Glyph name={menuIsOpen ? "close" : "menu"} sizePx={22} />
        </button>
        <span class="topbar-name">{session.value?.operator?.name}</span>
        <Environment />
      </header>
      <aside
        class="sidebar"
        id="navigation"
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !menuIsOpen) return;
          setMenuIsOpen(false);
          menuButton.current?.focus();
        }}
      >
        <div class="brand">
          <span class="brand-sign" aria-hidden="true">
            T
          </span>
          <span class="brand-names">
            <span class="brand-operator">{session.value?.operator?.name}</span>
            <span class="brand-product">
              Tessera <Environment />
            </span>
          </span>
        </div>
        <FindButton />
        <Navigation mine={mine} current={page?.section} />
        <div class="sidebar-foot">
          <button type="button" class="nav-item nav-keys" onClick={openKeyHelp}>
            <Glyph name="keyboard" />
            <span>{keys.title}</span>
            <KeyMark name="?" />
          </button>
          <AccountMenu />
        </div>
      </aside>
      <main class="content" id="content" tabIndex={-1}>
        <SandboxTime />
        {start ? null : page === null ? (
          <Page title={nav.nothingHere} testId="nothing-here">
            <Empty title={nav.nothingHere} text={nav.nothingHereText} testId="nothing-here-text" />
          </Page>
        ) : may(page.section.permission) ? (
          <LoadedPage
            key={path}
            load={page.load}
            parts={page.parts}
            title={texts.value.sections[page.section.name]}
          />
        ) : (
          <ForbiddenSection section={page.section} />
        )}
      </main>
    </div>
  );
}

function Navigation({ mine, current }: { mine: readonly Section[]; current: Section | undefined }) {
  const { sections: names, nav } = texts.value;
  const headings: Partial<Record<Section["group"], string>> = texts.value.groups;
  const { path } = place.value;
  const queue = useQuery(
    may("reviews.list") ? "/reviews?size=1" : null,
    (signal) => api.get("/reviews?size=1", reviewList, signal),
    { everyMs: queueEveryMs },
  );
  // The person may have decided a case on the page that they leave.
  const seenAt = useRef(path);
  useEffect(() => {
    if (seenAt.current !== path) queue.reload();
    seenAt.current = path;
  }, [path, queue.reload]);
  const waiting = queue.value?.total ?? 0;
  const shown = mine.filter(({ group }) => group !== "account");
  const groupNames = [...new Set(shown.map(({ group }) => group))];
  return (
    <nav class="nav" aria-label={nav.label}>
      {groupNames.map((group) => (
        <div class="nav-group" key={group}>
          {headings[group] && (
            <p class="nav-heading" id={`nav-${group}`}>
              {headings[group]}
            </p>
          )}
          <ul aria-labelledby={headings[group] && `nav-${group}`}>
            {shown
              .filter((section) => section.group === group)
              .map((section) => (
                <li key={section.name}>
                  <Link
                    class="nav-item"
                    to={section.path}
                    aria-current={section === current ? "page" : undefined}
                    onAim={() => void loadAhead(firstPage(section))}
                    data-testid={`nav-${section.name}`}
                  >
                    <Glyph name={section.glyph} />
                    <span>{names[section.name]}</span>
                    {section.name === "reviews" && waiting > 0 && (
                      <span class="nav-count">
                        <span aria-hidden="true">{waiting}</span>
                        <span class="visually-hidden">{nav.waiting(waiting)}</span>
                      </span>
                    )}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function firstPage(section: Section) {
  return Object.values(section.pages)[0] as Section["pages"][string];
}

/** A mark in the sandbox, so that staff do not mistake its money for real money. */
function Environment() {
  const environment = session.value?.environment;
  if (environment !== "sandbox") return null;
  return <span class="environment">{texts.value.sandbox}</span>;
}

function ForbiddenSection({ section }: { section: Section }) {
  const { nav, sections: names, roles } = texts.value;
  const role = me.value?.role ?? "viewer";
  return (
    <Page title={names[section.name]} testId="not-yours">
      <Empty
        title={nav.notYours}
        text={nav.notYoursText(roles[role].name, names[section.name])}
        testId="not-yours-text"
      />
    </Page>
  );
}

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Reading } from "../client/use-query.ts";
import { texts } from "../i18n/current-texts.ts";
import { Link } from "../router/link.tsx";
import { arrivedBy } from "../router/place.ts";
import { FailureNotice } from "./failure-notice.tsx";
import { Glyph } from "./glyph.tsx";

interface PageProps {
  readonly title: string;
  /** A line below the title. */
  readonly lead?: string | undefined;
  /** Shown at the end, beside the title. */
  readonly actions?: ComponentChildren;
  /** The parent page: a link above the title. */
  readonly parent?: { readonly to: string; readonly text: string };
  /** A badge beside the title. */
  readonly mark?: ComponentChildren;
  readonly testId: string;
  /** The read that fills the page. The page says that it is loading, or that the last read failed. */
  readonly reading?: Pick<Reading<unknown>, "value" | "failure" | "reload">;
  readonly children?: ComponentChildren;
}

/**
 * The heading takes the focus when the page appears, so that keyboard and screen reader start at the top. The first
 * page of a visit leaves the focus unchanged. Going back restores the scroll position in a long list. The heading also
 * takes the focus of a control that disappears (keep-focus.ts).
 */
export function Page(props: PageProps) {
  const { title, lead, actions, parent, mark, testId, reading, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Tessera`;
  }, [title]);
  useEffect(() => {
    const { activeElement } = document;
    const arrival = arrivedBy();
    // Nothing on the first page of a visit has the focus yet, and a reload must not scroll the page.
    const isFirst = arrival === "first" && activeElement === document.body;
    if (!isFirst) heading.current?.focus({ preventScroll: arrival === "history" });
  }, []);
  return (
    <div class="page" data-testid={testId}>
      <header class="page-head">
        <div class="page-naming">
          {parent && (
            <Link class="page-parent" to={parent.to}>
              <Glyph name="previous" sizePx={14} />
              {parent.text}
            </Link>
          )}
          <div class="page-titles">
            <h1 class="page-title" tabIndex={-1} ref={heading}>
              {title}
            </h1>
            {mark}
          </div>
          {lead && <p class="page-lead">{lead}</p>}
        </div>
        {actions && <div class="page-actions">{actions}</div>}
      </header>
      {reading?.failure && <FailureNotice failure={reading.failure} onRetry={reading.reload} />}
      {reading && !reading.failure && reading.value === undefined && (
        <p class="loading">{texts.value.loading}</p>
      )}
      {children}
    </div>
  );
}

/** A part of a page with its own heading. */
export function Panel({
  title,
  actions,
  children,
  flush = false,
  testId,
}: {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
  /** Removes the padding, for tables. */
  flush?: boolean;
  testId?: string;
}) {
  return (
    <section class="panel" data-flush={flush ? "" : undefined} data-testid={testId}>
      <header class="panel-head">
        <h2 class="panel-title">{title}</h2>
        {actions}
      </header>
      <div class="panel-body">{children}</div>
    </section>
  );
}

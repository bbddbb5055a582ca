import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../widgets/ui/button.tsx";
import { Notice } from "../../widgets/ui/notice.tsx";
import { texts } from "../i18n/current-texts.ts";
import type { FoundPage, LoadPage, PageProps } from "./sections.ts";

const loaded = new Map<LoadPage, ComponentType<PageProps>>();

/** Preloads a page when its link is hovered or focused. Failures are shown when the page opens. */
export async function loadAhead(load: LoadPage): Promise<void> {
  try {
    loaded.set(load, (await load()).default);
  } catch {
    // The page will show the error.
  }
}

/** Renders a page when its script has loaded. */
export function LoadedPage({
  load,
  parts,
  title,
}: Pick<FoundPage, "load" | "parts"> & {
  /** The heading until the page has loaded. */
  title: string;
}) {
  const [, setRound] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (loaded.has(load)) return;
    let isGone = false;
    setHasFailed(false);
    void loadAhead(load).then(() => {
      if (isGone) return;
      setHasFailed(!loaded.has(load));
      setRound((round) => round + 1);
    });
    return () => {
      isGone = true;
    };
  }, [load]);
  const Component = loaded.get(load);
  if (Component) return <Component parts={parts} />;
  if (!hasFailed)
    return (
      <>
        <h1 class="visually-hidden">{title}</h1>
        <p class="loading" aria-busy="true">
          {texts.value.loading}
        </p>
      </>
    );
  const { failures } = texts.value;
  return (
    <div class="failure" role="alert">
      <h1 class="visually-hidden">{title}</h1>
      <Notice
        tone="warning"
        title={failures.newVersionTitle}
        lines={[failures.newVersion]}
        testId="page-not-loaded"
      />
      <Button quiet testId="reload-app" onPress={() => window.location.reload()}>
        {failures.reload}
      </Button>
    </div>
  );
}

/**
 * What can't be loaded is asked for again by whoever needs it. Firefox remembers a module that it could not load and
 * fails at once from then on, as the standard has it (HTML, "fetch a single module script"), so there no second try
 * helps; nor does it anywhere once a release has taken the file away. Only a fresh document does.
 *
 * The frame is loaded again when the same thing has failed twice, some time apart, though the service can be reached:
 * by itself once, where nothing typed would be lost; else only in the customer's press. So it never goes round.
 */

/** Failures that came together are one. */
const apartMs = 1_000;

/** What the build dispatches when an import fails (Vite, `vite:preloadError`). */
type PreloadError = Event & { readonly payload?: unknown };

/** What a frame is called once it was loaded again by itself; a name outlives that. */
const loadedAgain = "again";

/** Begins to listen. `view`: the frame's window; passed by tests. */
export function reloadForLostScripts(view: Window = window): void {
  const failedAt = new Map<string, number>();
  view.addEventListener("vite:preloadError", (event) => {
    // Names the file, where the browser does.
    const what = String((event as PreloadError).payload);
    const before = failedAt.get(what) ?? event.timeStamp;
    failedAt.set(what, before);
    if (event.timeStamp - before < apartMs) return;
    const fields = view.document.querySelectorAll<HTMLInputElement>(".input");
    const isLoss = view.name === loadedAgain || [...fields].some(({ value }) => value);
    if (isLoss && !view.navigator.userActivation?.isActive) return;
    void view.fetch(view.location.href, { cache: "no-store" }).then(
      ({ ok }) => {
        if (!ok) return;
        view.name = loadedAgain;
        view.location.reload();
      },
      () => undefined,
    );
  });
}

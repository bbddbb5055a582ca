/**
 * Callers retry a file that did not load. Firefox remembers a module that failed and fails at once from then
 * on, as the standard says (HTML, "fetch a single module script"), so retrying never helps there. It does not
 * help in any browser once a release has removed the file. Only a new document does.
 *
 * The frame reloads when the same file has failed twice, some time apart, while the service is reachable. It
 * reloads by itself once, if no typed data would be lost; otherwise only right after the customer has pressed a
 * button such as *Try again*, never because they type, and never because they pressed Pay. So it never loops.
 */

/** Failures within this time count as one. */
const apartMs = 1_000;

/** A file that is lost within this time after a press of a button was asked for by it. */
const pressMs = 5_000;

/** The event that the build dispatches when an import fails (Vite, `vite:preloadError`). */
type PreloadError = Event & { readonly payload?: unknown };

/** Window name of a frame that reloaded by itself; a name survives a reload. */
const loadedAgain = "again";

/** Starts to listen. `view`: the frame's window; tests pass it. */
export function reloadForLostScripts(view: Window = window): void {
  const failedAt = new Map<string, number>();
  let pressedAt = -pressMs;
  const press = ({ target, timeStamp }: Event) => {
    pressedAt = (target as Element).closest("[type=button]") ? timeStamp : -pressMs;
  };
  view.addEventListener("click", press, true);
  view.addEventListener("vite:preloadError", (event) => {
    // Names the file, if the browser does.
    const what = String((event as PreloadError).payload);
    const before = failedAt.get(what) ?? event.timeStamp;
    failedAt.set(what, before);
    if (event.timeStamp - before < apartMs) return;
    const fields = view.document.querySelectorAll<HTMLInputElement>(".input");
    const isLoss = view.name === loadedAgain || [...fields].some(({ value }) => value);
    if (isLoss && event.timeStamp - pressedAt >= pressMs) return;
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

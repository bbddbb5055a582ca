/**
 * Callers retry a file that did not load. Retrying never helps in Firefox, which remembers a failed module (HTML,
 * "fetch a single module script"), nor in any browser once a release has removed the file. Only a new document does.
 * The frame reloads when the same file has failed twice, some time apart, while the service is reachable:
 * automatically, and once, if no typed data would be lost; otherwise only right after the customer pressed a button
 * such as *Try again*, never because they type or pressed Pay. So it never loops.
 */

/** Failures within this time count as one. */
const apartMs = 1_000;

/** A failure within this time after a press belongs to that press. */
const pressMs = 5_000;

/** Dispatched by the build when an import fails (Vite, `vite:preloadError`). */
type PreloadError = Event & { readonly payload?: unknown };

/** A frame's window name after it reloaded on its own; a name survives a reload. */
const loadedAgain = "again";

export function reloadForLostScripts(view: Window = window): void {
  const failedAt = new Map<string, number>();
  let pressedAt = -pressMs;
  const press = ({ target, timeStamp }: Event) => {
    pressedAt = (target as Element).closest("[type=button]") ? timeStamp : -pressMs;
  };
  view.addEventListener("click", press, true);
  view.addEventListener("vite:preloadError", (event) => {
    // Some browsers name the file.
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

/**
 * Reads the secret of our link, `…/verify/passport#kyc_…_secret_…`, and removes it from the address, so that no
 * screenshot, history or copied address carries it. This tab's history entry keeps it for a reload. Null if the link
 * has no secret.
 */
export function readLinkSecret(view: Window): string | null {
  const { location, history } = view;
  const secret = location.hash.slice(1);
  if (secret !== "") {
    history.replaceState({ tesseraSecret: secret }, "", location.pathname + location.search);
    return secret;
  }
  const kept = (history.state as { tesseraSecret?: unknown } | null)?.tesseraSecret;
  return typeof kept === "string" ? kept : null;
}

/**
 * Shows the link that this tab is at. Opening a link here changes only the part after the #, and Back and Forward only
 * the history entry. The same link again, as from a page that opens it in a named window, leaves the page as it is: a
 * reload would lose what the customer has typed.
 */
export function followLinks(view: Window, shown: string | null): void {
  const look = () => {
    if (readLinkSecret(view) !== shown) view.location.reload();
  };
  view.addEventListener("hashchange", look);
  view.addEventListener("popstate", look);
}

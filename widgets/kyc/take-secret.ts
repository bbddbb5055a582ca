/**
 * The secret of a link of ours, `…/verify/passport#kyc_…_secret_…`: taken out of the address at once,
 * so that neither a screenshot, the history nor a copied address carries it. It stays with this entry
 * of this tab's history, so that a reload goes on. Null where the page was opened without one.
 */
export function takeSecret(view: Window): string | null {
  const { location, history } = view;
  const given = location.hash.slice(1);
  if (given !== "") {
    history.replaceState({ tesseraSecret: given }, "", location.pathname + location.search);
    return given;
  }
  const kept = (history.state as { tesseraSecret?: unknown } | null)?.tesseraSecret;
  return typeof kept === "string" ? kept : null;
}

/** What a notification page says, and to whom. */
export interface NotificationPage {
  readonly step: "three_ds_method" | "challenge_done";
  /** A UUID, checked: it is written into a script. */
  readonly threeDSServerTransID: string;
  /** The frames' origin, the only one that may read the message. */
  readonly ownOrigin: string;
  /** Pages that the frame may be embedded in. */
  readonly frameAncestors: readonly string[];
  readonly nonce: string;
}

/**
 * The tiny page that a browser lands on after the 3DS Method or a challenge: it tells the frame
 * around it, and nobody else, that the step is over.
 */
export function notificationPage(page: NotificationPage): {
  html: string;
  contentSecurityPolicy: string;
} {
  const message = JSON.stringify({
    tessera: page.step,
    threeDSServerTransID: page.threeDSServerTransID,
  });
  return {
    html:
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tessera</title>' +
      `<script nonce="${page.nonce}">` +
      `parent.postMessage(${message}, ${JSON.stringify(page.ownOrigin)})</script></html>`,
    contentSecurityPolicy: [
      "default-src 'none'",
      `script-src 'nonce-${page.nonce}'`,
      `frame-ancestors ${[page.ownOrigin, ...page.frameAncestors].join(" ")}`,
      "base-uri 'none'",
      "form-action 'none'",
    ].join("; "),
  };
}

export interface NotificationPage {
  readonly step: "three_ds_method" | "challenge_done";
  /** A checked UUID, because it is written into a script. */
  readonly threeDSServerTransID: string;
  /** The frame's origin. No other origin may read the message. */
  readonly ownOrigin: string;
  /** Pages that may embed the frame. */
  readonly frameAncestors: readonly string[];
  readonly nonce: string;
}

/** The page shown after the 3DS method or a challenge. It only reports to its frame that the step is over. */
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

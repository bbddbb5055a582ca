import { type Html, html } from "../http/page.ts";

/** A form that submits itself after `afterMs`, with a button for browsers without scripts. */
export function selfSubmittingForm(
  target: string,
  fields: Readonly<Record<string, string>>,
  afterMs = 0,
): Html {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${target}" data-submit-after="${afterMs}">
${inputs}<noscript><button>Continue</button></noscript>
</form>
<script src="/public/submit-form.js"></script>`;
}

/**
 * The gallery: every widget in every state, without a server. `?show=<id>` shows one state alone, as in its frame, and
 * `?changes` what changed since the last release. Otherwise the page shows the list and the chosen entry. Every link
 * keeps the look (look.ts) and the search.
 */
import "../../styles/tokens.css";
import "../../styles/base.css";
import "../../styles/controls.css";
import "../../styles/choice.css";
import "../../styles/step.css";
import "../../styles/payment.css";
import "../../styles/kyc.css";
import "../../styles/personal.css";
import "../../styles/disbursement.css";
import "../../styles/payout-methods.css";
import "../../styles/payment-methods.css";
import "../../styles/crypto-payment.css";
import "../../styles/saved-methods.css";
import "../../styles/w9.css";
import "./gallery.css";
import { render } from "preact";
import { ChangesPage } from "./changes-page.tsx";
import { entries } from "./entries.ts";
import { GalleryPage } from "./gallery-page.tsx";
import { readLook } from "./look.ts";
import { showAlone } from "./show-alone.ts";

const parameters = new URLSearchParams(location.search);
const look = readLook(parameters);
const search = parameters.get("search") ?? "";
const place = document.getElementById("gallery") as HTMLElement;
const shown = entries.find(({ id }) => id === parameters.get("show"));

if (shown) {
  showAlone(entries, shown, look, place);
} else {
  const showsChanges = parameters.has("changes");
  const chosen = entries.find(({ id }) => id === parameters.get("entry")) ?? entries[0] ?? null;
  render(
    <GalleryPage
      entries={entries}
      chosen={showsChanges ? null : chosen}
      look={look}
      search={search}
    >
      <ChangesPage look={look} />
    </GalleryPage>,
    place,
  );
}

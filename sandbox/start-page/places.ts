import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Html, html } from "../http/page.ts";
import { repositoryRoot } from "../http/public-files.ts";

interface Place {
  network: string;
  name: string;
  country: string;
  state: string | null;
}

/** Table of the IP addresses in the sandbox's location data; see catalogue/places.json. */
export function placesSection(copyable: (value: string, label: string) => Html): Html {
  const file = join(repositoryRoot(), "sandbox", "catalogue", "places.json");
  const { places } = JSON.parse(readFileSync(file, "utf8")) as { places: Place[] };
  const rows = places.map(
    (place) => html`<tr data-testid="place-${place.network}">
<td>${copyable(firstAddress(place.network), place.name)}</td>
<td>${place.name}</td>
<td><code>${place.state === null ? place.country : `${place.country}-${place.state}`}</code></td>
</tr>`,
  );
  return html`<section aria-labelledby="places">
<h2 id="places">IP addresses and their locations</h2>
<p>For location rules and <code>check-geolocation</code>. The location of every other address is unknown.</p>
<table>
<thead><tr><th scope="col">Address</th><th scope="col">Place</th><th scope="col">In rules</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</section>`;
}

/** `192.0.2.16/28` → `192.0.2.17`; a single address stays the same. */
function firstAddress(network: string): string {
  const [address = "", prefix] = network.split("/");
  if (address.includes(":")) return prefix === "128" ? address : `${address}1`;
  return address.replace(/\d+$/, (last) => String(Number(last) + 1));
}

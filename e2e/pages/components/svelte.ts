/** An operator's page in Svelte, as a bundler makes it: the custom element in a component. */
import { mount as mountComponent } from "svelte";
import { defineTesseraElements } from "tessera/elements";
import { type PageOptions, present } from "./page-options.ts";
import Payment from "./payment.svelte";

export function mount({ sdk, ...props }: PageOptions): void {
  defineTesseraElements(sdk);
  const payment = mountComponent(Payment, { target: present("#pay"), props });
  window.payment = { confirm: () => payment["confirm"]() };
}

/** An operator's page in Vue, as a bundler makes it. */
import { TesseraPayment, tessera } from "tessera/vue";
import { createApp, h, shallowRef } from "vue";
import { type PageOptions, present } from "./page-options.ts";

export function mount({ sdk, publishableKey, clientSecretKey, handlers }: PageOptions): void {
  const handle = shallowRef<{ confirm(): Promise<unknown> } | null>(null);
  const app = createApp({
    setup: () => () =>
      h(TesseraPayment, {
        ref: handle,
        clientSecretKey,
        onReady: handlers.ready,
        onComplete: handlers.complete,
        onLoaderror: handlers.loaderror,
      }),
  });
  app.use(tessera, { sdk, publishableKey });
  app.mount(present("#pay"));
  window.payment = { confirm: async () => handle.value?.confirm() };
}

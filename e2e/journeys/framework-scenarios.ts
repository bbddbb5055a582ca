import { expect, type TestType } from "@playwright/test";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import type { Checkout } from "../pages/checkout.ts";
import type { HostPageOptions } from "../pages/host-page.ts";
import { sharedStack } from "../stack/global-setup.ts";
import { createIntent, createPayer } from "../stack/operator-api.ts";

export interface OpensCheckout {
  openCheckout(options: HostPageOptions): Promise<Checkout>;
}

const ways = ["plain HTML", "element", "react", "react-18", "vue", "svelte"] as const;

/** What the payment widget does in every framework and in every browser. */
export function describeFrameworks(test: TestType<OpensCheckout, object>): void {
  for (const way of ways) {
    test(`as ${way}, the widget takes a payment with a challenge and reports it`, async ({
      openCheckout,
    }) => {
      const stack = sharedStack();
      const { clientSecretKey, paymentIntentId } = await createIntent(
        stack,
        await createPayer(stack),
      );
      const as = way === "plain HTML" ? {} : { as: way };
      const checkout = await openCheckout({ clientSecretKey, ...as });
      await checkout.fill({ number: findCard("challenge").number, cvc: "123" });
      await checkout.confirm();
      await checkout.enterCode("123456");
      const result = { type: "success", paymentIntentId };
      expect(await checkout.confirmed()).toMatchObject(result);
      expect(await checkout.event("complete")).toMatchObject(result);
      await checkout.expectAccessible(`as ${way}, paid`);
    });
  }
}

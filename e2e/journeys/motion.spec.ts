/** Motion when the customer chooses and pays, and none for customers who prefer reduced motion. */
import type { FrameLocator } from "@playwright/test";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { createIntent, createPayer } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { expect, test } from "./journey.ts";

test.use({ viewport: { width: 360, height: 740 } });

/** An animation that a script began. */
interface Begun {
  readonly of: string;
  readonly from: string;
  readonly duration: number;
  readonly easing: string;
}
declare global {
  interface Window {
    begun: Begun[];
  }
}

/** Records the animations that scripts begin, in every frame. */
const record = () => {
  window.begun = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (this: Element, frames, options) {
    const [first] = frames as Keyframe[];
    const { duration, easing } = options as { duration: number; easing: string };
    const from = String(first?.["height"] ?? first?.["transform"]);
    window.begun.push({ of: `${this.classList[0]}`, from, duration, easing });
    return animate.call(this, frames, options);
  };
};
const begun = (frame: FrameLocator) => frame.locator("html").evaluate(() => window.begun.splice(0));

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test.describe(`with ${reducedMotion === "reduce" ? "reduced " : ""}motion`, () => {
    test.use({ contextOptions: { reducedMotion } });

    test("the list of methods, a decline and the outcome share one curve and duration, or stand still", async ({
      page,
      stack: shared,
      openWidget,
    }) => {
      await page.addInitScript(record);
      const stack = await newOperator(shared, { paymentMethodTypes: ["card", "bank"] });
      const { publishableKey } = stack.operator;
      const intent = await createIntent(stack, await createPayer(stack));
      const { widget } = await openWidget(intent, { publishableKey });
      await widget.stillness();
      await widget.choose("bank");
      await expect(widget.at("field-routing-number")).toBeVisible();
      const moves = await begun(widget.frame);
      await widget.stillness();
      await widget.choose("card");
      await expect(widget.number).toBeVisible();
      await widget.stillness();
      await widget.payWith(findCard("insufficient_funds").number);
      await expect(widget.text("didn’t go through")).toBeVisible();
      await widget.stillness();
      moves.push(...(await begun(widget.frame)));
      await widget.fill({ number: findCard("visa").number });
      await widget.pay();
      await expect(widget.text("Payment complete")).toBeVisible();
      const styles = await widget.at("step-success").evaluate((step) => {
        const { animationName, animationDuration, animationTimingFunction } =
          getComputedStyle(step);
        return { animationName, animationDuration, animationTimingFunction };
      });
      moves.push(...(await begun(widget.frame)));
      if (reducedMotion === "reduce") {
        expect(moves).toEqual([]);
        expect(styles.animationName).toBe("none");
        const animated = await widget.at("step-success").evaluate((step) =>
          [...step.querySelectorAll("*")].flatMap((element) => {
            const { animationName } = getComputedStyle(element);
            return animationName === "none" ? [] : [`${element.tagName}: ${animationName}`];
          }),
        );
        expect(animated).toEqual([]);
        return;
      }
      const moved = moves.map(({ of }) => of);
      expect(moved).toEqual(expect.arrayContaining(["choice-option", "notice", "payment"]));
      const curve = "cubic-bezier(0.2, 0, 0, 1)";
      for (const move of moves) expect(move).toMatchObject({ duration: 200, easing: curve });
      expect(styles).toEqual({
        animationName: "appear",
        animationDuration: "0.2s",
        animationTimingFunction: curve,
      });
    });
  });
}

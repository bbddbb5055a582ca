import { findCard } from "../../sandbox/catalogue/cards.ts";
import { expect, test } from "./journey.ts";

test("moving the element keeps what was typed where the browser can; elsewhere it starts again", async ({
  page,
  newIntent,
  openWidget,
}) => {
  const host = await openWidget(await newIntent(), { as: "element" });
  await host.widget.fill({ number: findCard("visa").number, cvc: "123" });
  await page.evaluate(() => {
    const box = document.body.appendChild(document.createElement("section"));
    const element = document.querySelector("tessera-payment") as Element;
    (box as unknown as { moveBefore(node: Node, before: null): void }).moveBefore(element, null);
  });
  await expect(host.widget.number).toHaveValue("4242 4242 4242 4242");
  await page.evaluate(() => {
    const box = document.body.appendChild(document.createElement("section"));
    box.append(document.querySelector("tessera-payment") as Element);
  });
  await expect(host.widget.number).toHaveValue("");
  await host.widget.payWith(findCard("visa").number);
  expect(await host.event("complete")).toMatchObject({ type: "success" });
});

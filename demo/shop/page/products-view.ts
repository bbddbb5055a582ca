import { type Product, products } from "../products.ts";
import { element } from "./dom.ts";
import { moneyText, type PageOptions } from "./page-options.ts";
import { pictureOf } from "./pictures.ts";

/**
 * Builds the product list. `onBuy` gets the product; the button stays disabled until its promise
 * rejects.
 */
export function productsView(
  options: PageOptions,
  onBuy: (product: Product) => Promise<void>,
): HTMLElement {
  return element(
    "main",
    { class: "range" },
    element(
      "section",
      { class: "welcome" },
      element("p", { class: "eyebrow" }, "Every Friday, doors at seven"),
      element("h1", {}, "Full house starts here"),
      element(
        "p",
        { class: "lead" },
        "Cards, dabbers and more for the evening. Choose a product and pay for it. This is a demo: nothing is sold and no money moves.",
      ),
    ),
    element(
      "ul",
      { class: "products", "aria-label": "Products" },
      ...products.map((product) => productCard(product, options, onBuy)),
    ),
  );
}

function productCard(
  product: Product,
  options: PageOptions,
  onBuy: (product: Product) => Promise<void>,
): HTMLElement {
  const problem = element("p", { class: "problem", role: "alert" });
  const price = moneyText(product.price, options.currency, options.locale);
  const button = element(
    "button",
    {
      type: "button",
      class: "buy",
      "data-testid": `buy-${product.productId}`,
      "aria-label": `Buy ${product.name} for ${price}`,
      onclick: () => {
        button.disabled = true;
        problem.textContent = "";
        onBuy(product).catch((error: unknown) => {
          button.disabled = false;
          problem.textContent = error instanceof Error ? error.message : String(error);
        });
      },
    },
    "Buy",
  );
  return element(
    "li",
    { class: "product" },
    pictureOf(product.productId),
    element("h2", {}, product.name),
    element("p", { class: "line" }, product.line),
    element("div", { class: "foot" }, element("span", { class: "price" }, price), button),
    problem,
  );
}

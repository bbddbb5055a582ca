import { type Product, products } from "../products.ts";
import { element } from "./dom.ts";
import { offerButton, offerView } from "./offer-view.ts";
import { moneyText, type PageOptions } from "./page-options.ts";
import { pictureOf } from "./pictures.ts";

export function productsView(
  options: PageOptions,
  onBuy: (product: Product) => Promise<void>,
): HTMLElement {
  return offerView({
    eyebrow: "Every Friday, doors at seven",
    title: "Full house starts here",
    lead: "Cards, dabbers and more for the evening. Choose a product and pay for it. This is a demo: nothing is sold and no money moves.",
    list: element(
      "ul",
      { class: "products", "aria-label": "Products" },
      ...products.map((product) => productCard(product, options, onBuy)),
    ),
  });
}

function productCard(
  product: Product,
  options: PageOptions,
  onBuy: (product: Product) => Promise<void>,
): HTMLElement {
  const price = moneyText(product.price, options.currency, options.locale);
  const { button, problem } = offerButton({
    text: "Buy",
    label: `Buy ${product.name} for ${price}`,
    testId: `buy-${product.productId}`,
    onPress: () => onBuy(product),
  });
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

export interface Product {
  productId: string;
  name: string;
  /** A line below the name. */
  line: string;
  /** The price in major units of the shop's currency. */
  price: number;
}

export const products: readonly Product[] = [
  {
    productId: "friday-cards",
    name: "Friday night cards",
    line: "Twelve bingo cards for the big hall",
    price: 12,
  },
  {
    productId: "jackpot-card",
    name: "Golden jackpot card",
    line: "One card, one number to go",
    price: 52.48,
  },
  {
    productId: "gala-ticket",
    name: "Gala evening for two",
    line: "Dinner, cards and a table at the stage",
    price: 149,
  },
  {
    productId: "dabbers",
    name: "Set of five dabbers",
    line: "Washable ink, five colors",
    price: 8.99,
  },
  {
    productId: "mug",
    name: "Enamel mug “Full house”",
    line: "Holds 12 ounces",
    price: 14.5,
  },
  {
    productId: "tote",
    name: "Lantern tote",
    line: "Heavy cotton, printed by hand",
    price: 24,
  },
];

export function findProduct(productId: string): Product | undefined {
  return products.find((product) => product.productId === productId);
}

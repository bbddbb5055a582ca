/** The brands that the card form shows, by credit-card-type's codes. The first screen carries only their names. */
export const acceptedBrands = {
  visa: "Visa",
  mastercard: "Mastercard",
  "american-express": "American Express",
  discover: "Discover",
};

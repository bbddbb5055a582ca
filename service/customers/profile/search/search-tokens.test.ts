import { expect, test } from "vitest";
import { wordsOf, wordsOfSearch } from "./search-tokens.ts";

const words = wordsOf("Cust-0042", {
  email: "j.muller@Example.com",
  firstName: "José María",
  middleName: null,
  lastName: "O'Brien-Müller",
  suffix: null,
  dateOfBirth: null,
  phoneNumber: "+14155550123",
  address: null,
});
const isFound = (search: string) => wordsOfSearch(search)?.every((word) => words.includes(word));

test.each([
  "jose",
  "JOSÉ",
  "jo",
  "maria",
  "obrien",
  "O'Brien",
  "muller",
  "Müll",
  "jose obr",
  "müller  josé",
  "j.muller@example.com",
  "j.mul",
  "cust-0042",
  "CUST-00",
  "cust jose",
  "+1 415 555-0123",
  "(415) 555-0123",
  "555-0123",
  "0123",
])("the search “%s” finds the customer", (search) => {
  expect(isFound(search)).toBe(true);
});

test.each(["jos pedro", "rien", "042", "uller", "cust-0043", "4155550124", "example.com"])(
  "the search “%s” does not find the customer",
  (search) => {
    expect(isFound(search)).toBe(false);
  },
);

test.each(["", " ", "j", "?", "- -"])("%j has nothing to search for", (search) => {
  expect(wordsOfSearch(search)).toBeUndefined();
});

test("a long search is limited to eight words", () => {
  expect(wordsOfSearch("aa bb cc dd ee ff gg hh ii jj")).toHaveLength(8);
});

import { expect, test } from "vitest";
import { isGuessable } from "./guessable.ts";

const names = ["ada.lovelace@example.com", "Ada Lovelace", "Demo Shop"];

test.each([
  "passwordpassword",
  "Password12345!",
  "P@ssw0rd2026!",
  "123456789012",
  "qwertyuiop[]",
  "qwertzuiop12",
  "1qaz2wsx3edc",
  "aaaaaaaaaaaaaa",
  "abcabcabcabc",
  "ada.lovelace1990",
  "Lovelace-Ada-99",
  "DemoShop2026!",
  "administrator1",
  "abcdefghijkl",
])("%s is refused as guessable", (password) => {
  expect(isGuessable(password, names)).toBe(true);
});

test.each([
  "correct horse battery staple",
  "tulip-garden-98-moss",
  "Xk7#mQ2$vL9p",
  "wirklich lange Nächte",
  "my password is fnord tulip",
])("%s is accepted", (password) => {
  expect(isGuessable(password, names)).toBe(false);
});

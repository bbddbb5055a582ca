import { expect, test } from "vitest";
import { comparableEmail, findEmailProblem } from "./email-rules.ts";

test.each([
  "ada@gmail.com",
  "ada@example.com",
  "ada.lovelace@outlook.com",
  "ada@yahoo.co.uk",
  "ada@icloud.com",
  "ada@privaterelay.appleid.com",
  "ada@proton.me",
  "ada@mail.university.edu",
  "ada@mozmail.com",
  "ada@simplelogin.com",
  "ada@my-mailinator.com.example.org",
])("%s is accepted", (email) => expect(findEmailProblem(email)).toBeUndefined());

test.each([
  "ada@mailinator.com",
  "ada@MAILINATOR.com",
  "ada@deep.sub.mailinator.com",
  "ada@yopmail.com",
  "ada@10minutemail.com",
  "ada@guerrillamail.com",
])("%s is refused as disposable", (email) =>
  expect(findEmailProblem(email)).toBe("email_disposable"),
);

test.each(["ada+shop@gmail.com", "+@gmail.com", "ada+x@mailinator.com"])(
  "%s is refused for its plus",
  (email) => expect(findEmailProblem(email)).toBe("email_plus_not_allowed"),
);

test("addresses that differ only in case are equal", () => {
  expect(comparableEmail("Ada@Example.COM")).toBe(comparableEmail("ada@example.com"));
});

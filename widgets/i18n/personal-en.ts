import type { PersonalTexts } from "./personal-texts.ts";
import { unbroken } from "./unbroken.ts";

/** English. */
export const personalTexts: PersonalTexts = {
  language: "en",
  optional: "optional",
  phone: {
    label: "Mobile number",
    country: "Country code",
    example: (number) => `For example ${unbroken(number)}`,
    empty: "Enter your mobile number.",
    problem: {
      too_short: "The number is too short: check that all digits are there.",
      too_long: "The number is too long: check the digits.",
      not_a_number: "Enter the number in digits.",
      unchecked: "The number couldn’t be checked. Check your connection and try again.",
    },
    isOf: (country) => `Or is it a number of another country: ${country}?`,
    switchTo: (country) => `Switch to ${country}`,
    unassigned: "We don’t know this number. If it’s right, go on.",
  },
  address: {
    legend: "Home address",
    country: "Country or region",
    line1: "Street address",
    line2: "Apartment, suite, unit",
    city: { city: "City", post_town: "Town or city", suburb: "Suburb", district: "District" },
    state: {
      province: "Province",
      state: "State",
      county: "County",
      prefecture: "Prefecture",
      emirate: "Emirate",
      island: "Island",
      department: "Department",
      parish: "Parish",
      district: "District",
      area: "Area",
      oblast: "Oblast",
      do_si: "Province or city",
    },
    postalCode: { postal: "Postal code", zip: "ZIP code", eircode: "Eircode", pin: "PIN code" },
    choose: "Choose…",
    empty: (part, label) =>
      part === "line1"
        ? "Enter street and house number."
        : `Enter the ${part === "postalCode" ? label : lowerFirst(label)}.`,
    problem: {
      postal_code_shape: (label, example) =>
        `Check the ${label}${example === null ? "" : `: it looks like ${example}`}.`,
      state_unknown: (label) => `Choose the ${lowerFirst(label)} from the list.`,
      too_long: () => "This is too long: shorten it.",
    },
    ofOtherState: (postalCode, state) =>
      `${postalCode} is in ${state}. If that’s right, go on; otherwise check state and ZIP code.`,
  },
  dateOfBirth: {
    label: "Date of birth",
    hint: { mdy: "MM/DD/YYYY", dmy: "DD/MM/YYYY", ymd: "YYYY-MM-DD" },
    empty: "Enter your date of birth.",
    problem: {
      incomplete: "Enter day, month and year of your birth.",
      year_digits: "Enter the year with four digits.",
      future: "This day is still to come: check the year.",
      too_old: "Check the year of birth.",
      too_young: "You’re too young to use this service.",
    },
  },
  code: {
    label: "Code from the text message",
    sentTo: (number) => `We sent a code to ${unbroken(number)}.`,
    empty: "Enter the code from the text message.",
    incomplete: (digits) => `The code has ${digits} digits.`,
    resend: "Send a new code",
    resendIn: (time) => `Send a new code in ${time}`,
    changeNumber: "Change number",
    announce: {
      started: (seconds) => `You can ask for a new code in ${seconds} seconds.`,
      soon: "You can ask for a new code in 10 seconds.",
      over: "You can ask for a new code now.",
    },
  },
  names: {
    firstName: "First name",
    middleName: "Middle name",
    lastName: "Last name",
    suffix: "Suffix",
    empty: (label) => `Enter your ${lowerFirst(label)}.`,
  },
  steps: {
    goOn: "Continue",
    next: "One more step is needed",
    problemCount: (count) =>
      count === 1 ? "One field needs your attention." : `${count} fields need your attention.`,
    customerData: { title: "About you", text: "We need this once, before money can move." },
    customerAddress: {
      title: "Your address",
      text: "We ask for it once: taxes and rules can depend on where you live.",
    },
    sms: {
      title: "Confirm your mobile number",
      text: (number) => `We’ll send a code by text message to ${unbroken(number)}.`,
      ask: "We’ll send a code by text message. Standard rates may apply.",
      send: "Send code",
      another: "Use another number",
      verified: "To change this number, contact the business that pays you.",
      wrongCode: (left) =>
        `That isn’t the code. You have ${left === 1 ? "one try" : `${left} tries`} left.`,
      refusals: {
        phone_not_normalisable: "We can’t send to this number: check it.",
        phone_number_missing: "We have no mobile number yet: enter yours.",
        phone_number_verified:
          "Your number is already confirmed. To change it, contact the business that pays you.",
        sms_number_unreachable: "No text messages reach this number. Use another one.",
        sms_code_expired: "The code has expired. Ask for a new one.",
        sms_not_started: "The code has expired. Ask for a new one.",
        sms_too_many_attempts: "That was the wrong code too many times. Ask for a new one.",
        sms_locked: "That was the wrong code too many times today. Try again tomorrow.",
        sms_sent_recently: "A code was sent a moment ago. Wait a little before the next one.",
        rate_limited: "You asked for many codes. Try again later.",
        sms_unavailable: "Text messages can’t be sent just now. Try again in a few minutes.",
      },
    },
    lost: "We couldn’t reach our server. Check your connection and try again.",
    unknown: "That didn’t work. Try again in a few minutes.",
  },
};

function lowerFirst(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

import type { PersonalTexts } from "../personal-texts.ts";
import { plural } from "../plural.ts";
import { unbroken } from "../unbroken.ts";

export const personalTexts: PersonalTexts = {
  language: "en",
  optional: "optional",
  phone: {
    label: "Mobile number",
    country: "Country code",
    example: (number) => `For example ${unbroken(number)}`,
    empty: "Enter your mobile number.",
    problem: {
      too_short: "This number is too short. Enter all the digits.",
      too_long: "This number is too long. Check the digits.",
      not_a_number: "Enter the phone number in digits.",
      unchecked: "We couldn’t check the number. Check your connection and try again.",
    },
    isOf: (country) => `This looks like a number from another country: ${country}.`,
    switchTo: (country) => `Switch to ${country}`,
    unassigned: "We don’t recognize this number. If it’s correct, continue.",
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
        ? "Enter your street address."
        : `Enter the ${part === "postalCode" ? codeName(label) : lowerFirst(label)}.`,
    problem: {
      postal_code_shape: (label, example) =>
        `Check the ${codeName(label)}.${example === null ? "" : ` It should look like ${example}.`}`,
      state_unknown: (label) => `Choose the ${lowerFirst(label)} from the list.`,
      too_long: () => "This is too long. Shorten it.",
    },
    ofOtherState: (postalCode, state) =>
      `${postalCode} is in ${state}. If that’s correct, continue. If not, check the state and ZIP code.`,
  },
  dateOfBirth: {
    label: "Date of birth",
    hint: { mdy: "MM/DD/YYYY", dmy: "DD/MM/YYYY", ymd: "YYYY-MM-DD" },
    empty: "Enter your date of birth.",
    problem: {
      incomplete: "Enter the day, month and year of your birth.",
      year_digits: "Enter the year with 4 digits.",
      future: "This date is in the future. Check the year.",
      too_old: "Check your year of birth.",
      too_young: "You’re too young to use this service.",
    },
  },
  code: {
    label: "Code from the text message",
    sentTo: (number) => `We sent a code to ${unbroken(number)}.`,
    empty: "Enter the code from the text message.",
    incomplete: (digits) => `Enter all ${digits} digits of the code.`,
    resend: "Send a new code",
    resendIn: (time) => `Send a new code in ${time}`,
    changeNumber: "Change number",
    announce: {
      started: (seconds) => `You can request a new code in ${seconds} seconds.`,
      soon: "You can request a new code in 10 seconds.",
      over: "You can request a new code now.",
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
    continue: "Continue",
    next: "One more step is needed",
    problemCount: (count) =>
      plural("en", count, { one: "Check 1 field.", other: `Check ${count} fields.` }),
    customerData: {
      title: "About you",
      text: "We need these details once, before any money moves.",
    },
    customerAddress: {
      title: "Your address",
      text: "We ask for it once. Taxes and rules can depend on where you live.",
    },
    sms: {
      title: "Confirm your mobile number",
      text: (number) => `We’ll send a code by text message to ${unbroken(number)}.`,
      ask: "We’ll send a code by text message. Standard rates may apply.",
      send: "Send code",
      another: "Use another number",
      enterCode: (number) => `Enter the code sent to ${unbroken(number)}`,
      verified: "To change this number, contact the business that pays you.",
      wrongCode: (left) =>
        `That code is wrong. You have ${plural("en", left, { one: "1 try", other: `${left} tries` })} left.`,
      refusals: {
        phone_not_normalisable: "We can’t send text messages to this number. Check it.",
        phone_number_missing: "Enter your mobile number.",
        phone_number_verified:
          "Your number is already confirmed. To change it, contact the business that pays you.",
        sms_number_unreachable: "This number can’t receive text messages. Use another number.",
        sms_code_expired: "The code has expired. Request a new one.",
        sms_not_started: "The code has expired. Request a new one.",
        sms_too_many_attempts: "You entered too many wrong codes. Request a new one.",
        sms_locked: "You entered too many wrong codes today. Try again tomorrow.",
        sms_sent_recently: "We just sent a code. Wait a moment before you request another.",
        rate_limited: "You requested too many codes. Try again later.",
        sms_unavailable: "We can’t send text messages right now. Try again in a few minutes.",
      },
    },
    lost: "We couldn’t reach our server. Check your connection and try again.",
    unknown: "That didn’t work. Try again in a few minutes.",
  },
};

/** Inside a sentence. `ZIP code`, `PIN code` and `Eircode` stay as they are. */
const codeName = (label: string) => label.replace("Postal", "postal");

function lowerFirst(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

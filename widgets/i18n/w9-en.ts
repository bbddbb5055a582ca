import { unbroken } from "./unbroken.ts";
import type { W9Texts } from "./w9-texts.ts";

/** English. */
export const w9Texts: W9Texts = {
  language: "en",
  pageTitle: "Form W‑9",
  line: (number) => `Line ${unbroken(number)}`,
  intro: {
    title: "Your tax form",
    text: (operator) =>
      `${operator} has to report some payments to the IRS. For that it needs your name and taxpayer number on a Form W‑9, signed by you.`,
    safe: "Your number is encrypted and shown to nobody but for tax forms. Most people need two minutes.",
  },
  who: {
    legend: "Who is being paid?",
    person: "I am",
    personDetail: "An individual or sole proprietor",
    entity: "A business",
    entityDetail: "Company, partnership, trust, estate",
    empty: "Choose who is being paid.",
  },
  usPerson: {
    legend: "Are you a U.S. person for tax purposes?",
    yes: "Yes",
    no: "No",
    more: "Who is a U.S. person?",
    meaning: null,
    empty: "Choose yes or no.",
  },
  name: {
    legend: "Name",
    personHint: "As it is on your income tax return.",
    addBusinessName: "I do business under another name",
    removeBusinessName: "Remove the business name",
    businessName: "Business name",
    businessNameHint: "Trade name, or the name of an LLC that is taxed as you.",
    entityName: "Legal name",
    entityNameHint: "As it is on its tax return.",
    notLatin: "Use Latin letters, as on your tax return.",
  },
  classification: {
    legend: "Federal tax classification",
    options: {
      c_corporation: "C corporation",
      s_corporation: "S corporation",
      partnership: "Partnership",
      trust_estate: "Trust or estate",
      llc: "LLC",
      other: "Other",
    },
    empty: "Choose one classification.",
    llc: {
      legend: "How is the LLC taxed?",
      options: {
        C: "As a C corporation",
        S: "As an S corporation",
        P: "As a partnership",
      },
      disregarded:
        "An LLC with one owner that files no return of its own is “disregarded”: choose its owner’s classification, and enter the LLC as business name.",
      empty: "Choose how the LLC is taxed.",
    },
    other: "What kind of entity?",
  },
  exempt: {
    label: "Exempt payee code",
    none: "None",
    hint: "Only if your tax adviser told you so.",
  },
  address: { legend: "Address", hint: "Where tax forms reach you by mail." },
  tin: {
    legend: "Taxpayer number",
    boxLegend: "Which number?",
    boxes: { ssn: "SSN or ITIN", ein: "EIN" },
    label: {
      ssn: "Social Security number or ITIN",
      ein: "Employer identification number (EIN)",
    },
    hint: {
      ssn: "Nine digits, like 123‑45‑6789. It has to belong to the name above.",
      ein: "Nine digits, like 12‑3456789. It has to belong to the name above.",
    },
    problem: {
      empty: () => "Enter the number.",
      incomplete: () => "The number has nine digits: check that all are there.",
      not_a_tin: () => "The number has nine digits: check it.",
      never_issued: (box) =>
        box === "ein"
          ? "No such EIN is given out: check the digits."
          : "No such Social Security number is given out: check the digits.",
      sample: () => "This is a sample number: enter your own.",
      not_an_itin: () =>
        "A number that begins with 9 must be an ITIN, and this one can’t be: check the digits.",
    },
    unknownPrefix: "We don’t know EINs that begin like this. If it’s right, go on.",
  },
  withholding: {
    legend: "Has the IRS told you that you are subject to backup withholding?",
    hint: "By letter, because interest or dividends were missing from a tax return. For most people the answer is no.",
    yes: "Yes",
    no: "No",
    empty: "Choose yes or no.",
    consequence:
      "Item 2 below is crossed out, and 24% of reportable payments is withheld and sent to the IRS for you.",
  },
  certification: {
    legend: "Certification",
    crossedOut: "Crossed out:",
    meaning: null,
  },
  signature: {
    label: "Signature",
    hint: (name) => `Type your name: ${name}`,
    hintWithoutName: "Type your name.",
    empty: "Type your name to sign.",
    other: (name) => `Type your name as above: ${name}`,
    again: "The form has changed since you signed: type your name again.",
    date: "Date",
    button: "Sign and send",
  },
  hints: {
    business_name_on_line_1:
      "This looks like a business name. Line 1 takes your own name, because the number is matched with it. The business name goes on the next line.",
    same_name_on_line_2: "This is the same as on line 1. Leave it out unless it’s different.",
    llc_as_individual:
      "An LLC that is taxed as you goes on line 2; line 1 takes your own name. If the LLC files its own return, choose “A business” above.",
    other_name_than_known:
      "This isn’t the name that we have for you. If your tax return has this one, go on.",
  },
  required: (label) => `Enter this: ${label}.`,
  problemCount: (count) =>
    count === 1 ? "One field needs your attention." : `${count} fields need your attention.`,
  confirm: {
    title: "First, is it you?",
    text: (operator) =>
      `Confirm your date of birth as ${operator} has it, and we’ll fill in what is known already.`,
    button: "Confirm",
    byHand: "Fill in everything by hand",
    wrong: (left) =>
      left === 0
        ? "That isn’t the date on file. Fill in the form by hand."
        : `That isn’t the date on file. You have ${left === 1 ? "one try" : `${left} tries`} left.`,
    byPhone: (number) => `Confirm by text message to ${unbroken(number)}`,
    sendCode: "Send code",
    codeLabel: "Code from the text message",
    sentTo: (number) => `We sent a code to ${unbroken(number)}.`,
    again: "Send a new code",
  },
  notUs: {
    title: "A W‑9 isn’t the form for you",
    lines: [
      "Form W‑9 is for U.S. citizens, U.S. residents, and entities organized in the United States.",
      "As a foreign person you give Form W‑8BEN instead (entities: Form W‑8BEN‑E). You find it at irs.gov/w8ben. Tax of 30%, or less under a treaty, may be withheld.",
    ],
    stored: (operator) =>
      `We’ll tell ${operator} that you are not a U.S. person, and keep nothing else of what you typed. They will contact you.`,
    confirm: "I am not a U.S. person",
    back: "Go back, I am a U.S. person",
    done: {
      title: "Thank you, we have passed it on",
      lines: [
        "Nothing of what you typed was kept. You will be contacted about Form W‑8BEN.",
        "You can close this window.",
      ],
    },
    mistake: "That was a mistake: I am a U.S. person",
  },
  done: {
    title: "Signed, thank you",
    text: (operator) => `${operator} has your W‑9. Keep a copy for your records.`,
    name: "Name",
    number: "Taxpayer number",
    signedAt: "Signed",
    withheld: "24% backup withholding applies.",
    download: "Download your copy (PDF)",
    downloadFailed: "The copy couldn’t be loaded. Try again.",
    close: "Close this window",
    goBack: "You can go back to the page that you came from.",
  },
  over: {
    completed: {
      title: "This form is signed already",
      lines: ["There is nothing left to do here. You can close this window."],
    },
    expired: {
      title: "This link has expired",
      lines: [
        "Links to a tax form open for seven days. Go back to where you got it and ask for a new one.",
      ],
    },
    broken: {
      title: "This link isn’t complete",
      lines: ["Open it again from where you got it; all of it has to be in the address bar."],
    },
    lost: {
      title: "We couldn’t reach our server",
      lines: ["Check your connection and try again. Nothing is lost."],
    },
  },
  retry: "Try again",
  loading: "Loading your tax form…",
  closeBar: "Close",
  refusals: {
    w9_already_completed: "This form was signed already, in another window.",
    w9_form_changed: "The IRS has changed the form meanwhile. Load this page again.",
    w9_confirmation_locked: "That was wrong too many times. Fill in the form by hand.",
    client_secret_expired: "The link has expired. Go back to where you got it for a new one.",
    rate_limited: "That was too fast. Wait a moment and try again.",
    tin_invalid: "Check your taxpayer number.",
    validation_failed: "Something in the form can’t be right: check it once more.",
    sms_code_wrong: "That isn’t the code.",
    sms_code_expired: "The code has expired. Ask for a new one.",
    sms_not_started: "The code has expired. Ask for a new one.",
    sms_too_many_attempts: "That was the wrong code too many times. Ask for a new one.",
    sms_locked: "That was the wrong code too many times today. Fill in the form by hand.",
    sms_sent_recently: "A code was sent a moment ago. Wait a little before the next one.",
    sms_number_unreachable: "No text messages reach this number. Fill in the form by hand.",
    sms_unavailable: "Text messages can’t be sent just now. Fill in the form by hand.",
  },
  lost: "We couldn’t reach our server. Check your connection and try again.",
  unknown: "That didn’t work. Try again in a few minutes.",
  step: {
    title: "Your tax form (W‑9)",
    text: "Before you are paid, a Form W‑9 is needed. It opens in a window of its own and takes about two minutes.",
    open: "Open the tax form",
    later: "Do it later",
    waiting: "Go on in the other window",
    waitingText: "This page goes on by itself when you have signed.",
    openAgain: "Open it again",
    inline: "Fill it in here",
    blocked: "Your browser blocked the window, so the form is here.",
    left: "The window was closed before the form was signed.",
  },
};

import { plural } from "../plural.ts";
import { unbroken } from "../unbroken.ts";
import type { W9Texts } from "../w9-texts.ts";

export const w9Texts: W9Texts = {
  language: "en",
  pageTitle: "Form W‑9",
  line: (number) => `Line ${unbroken(number)}`,
  intro: {
    title: "Your tax form",
    text: (operator) =>
      `${operator} must report some payments to the IRS. It needs your name and taxpayer identification number (TIN) on a signed Form W‑9.`,
    safe: "We encrypt your number and use it only for tax forms. This takes about 2 minutes.",
  },
  who: {
    legend: "Who is being paid?",
    person: "I am",
    personDetail: "An individual or sole proprietor",
    entity: "A business",
    entityDetail: "Company, partnership, trust, estate",
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
    personHint: "As shown on your income tax return.",
    addBusinessName: "I do business under another name",
    removeBusinessName: "Remove the business name",
    businessName: "Business name",
    businessNameHint: "Your trade name, or an LLC that is taxed as you.",
    entityName: "Legal name",
    entityNameHint: "As shown on its tax return.",
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
    empty: "Choose a classification.",
    llc: {
      legend: "How is the LLC taxed?",
      options: {
        C: "As a C corporation",
        S: "As an S corporation",
        P: "As a partnership",
      },
      disregarded:
        "An LLC with one owner and no tax return of its own is “disregarded”. Choose its owner’s classification, and enter the LLC as the business name.",
      empty: "Choose how the LLC is taxed.",
    },
    other: "What kind of entity?",
  },
  exempt: {
    label: "Exempt payee code",
    none: "None",
    hint: "Leave this at None unless your tax adviser gave you a code.",
  },
  address: { legend: "Address", hint: "Tax forms are mailed to this address." },
  tin: {
    legend: "Taxpayer identification number (TIN)",
    boxLegend: "Which number do you use?",
    boxes: { ssn: "SSN or ITIN", ein: "EIN" },
    label: {
      ssn: "Social Security number or ITIN",
      ein: "Employer identification number (EIN)",
    },
    hint: {
      ssn: "9 digits, like 123‑45‑6789. It must belong to the name on this form.",
      ein: "9 digits, like 12‑3456789. It must belong to the name on this form.",
    },
    problem: {
      empty: () => "Enter the number.",
      incomplete: () => "Enter all 9 digits.",
      not_a_tin: () => "Check the number. It must have 9 digits.",
      never_issued: (box) =>
        box === "ein"
          ? "This EIN doesn’t exist. Check the digits."
          : "This Social Security number doesn’t exist. Check the digits.",
      sample: () => "This is a sample number. Enter your own.",
      not_an_itin: () =>
        "Numbers that start with 9 are ITINs, but this ITIN doesn’t exist. Check the digits.",
    },
    unknownPrefix: "We don’t recognize EINs that start like this. If it’s correct, continue.",
  },
  withholding: {
    legend: "Has the IRS told you that you are subject to backup withholding?",
    hint: "The IRS sends a letter if interest or dividends were missing from a tax return. Most people answer no.",
    yes: "Yes",
    no: "No",
    empty: "Choose yes or no.",
    consequence:
      "We cross out item 2 of the certification. 24% of reportable payments is withheld and sent to the IRS for you.",
  },
  certification: {
    legend: "Certification",
    englishOnly: null,
    crossedOut: "Crossed out:",
    meaning: null,
  },
  signature: {
    label: "Signature",
    hint: (name) => `Type your name: ${name}`,
    hintWithoutName: "Type your name.",
    empty: "Type your name to sign.",
    other: (name) => `Type your name as above: ${name}`,
    again: "You changed the form after you signed. Type your name again.",
    date: "Date",
    button: "Sign and send",
  },
  progress: {
    label: "Steps",
    now: (step, steps) => `Step ${step} of ${steps}`,
    done: "done",
  },
  review: {
    title: "Review and sign",
    text: "Check your answers. You sign all of them.",
    edit: "Edit",
  },
  back: "Back",
  hints: {
    business_name_on_line_1:
      "This looks like a business name. Enter your own name on line 1, because the IRS matches it with your number. Enter the business name on the next line.",
    same_name_on_line_2:
      "This is the same as line 1. Enter a business name only if it’s different.",
    llc_as_individual:
      "Enter your own name on line 1, and an LLC that is taxed as you on line 2. If the LLC files its own tax return, go back and choose “A business”.",
    other_name_than_known:
      "We have a different name for you. If your tax return shows this name, continue.",
  },
  required: (label) => `Enter this: ${label}.`,
  problemCount: (count) =>
    plural("en", count, { one: "Check 1 field.", other: `Check ${count} fields.` }),
  confirm: {
    title: "First, confirm it’s you",
    text: (operator) =>
      `Enter your date of birth as ${operator} has it. We’ll then fill in the details that ${operator} has.`,
    button: "Confirm",
    byHand: "Fill in the form yourself",
    wrong: (left) =>
      left === 0
        ? "That date doesn’t match. Fill in the form yourself."
        : `That date doesn’t match. You have ${plural("en", left, { one: "1 try", other: `${left} tries` })} left.`,
    byPhone: (number) => `Confirm by text message to ${unbroken(number)}`,
    sendCode: "Send code",
  },
  notUs: {
    title: "You need a different form",
    lines: [
      "Form W‑9 is for U.S. citizens, U.S. residents, and entities organized in the United States.",
      "Foreign persons use Form W‑8BEN instead, and foreign entities use Form W‑8BEN‑E. Find it at irs.gov/w8ben. 30% tax may be withheld, or less under a treaty.",
    ],
    stored: (operator) =>
      `We’ll tell ${operator} that you are not a U.S. person. We won’t keep anything else you typed. They will contact you.`,
    confirm: "I am not a U.S. person",
    back: "Go back, I am a U.S. person",
    done: {
      title: "Thank you. We’ve sent your answer",
      lines: [
        "We didn’t keep anything else you typed. The business will contact you about Form W‑8BEN.",
        "You can close this window.",
      ],
    },
    mistake: "That was a mistake: I am a U.S. person",
  },
  done: {
    title: "Your W‑9 is signed",
    text: (operator) => `${operator} has your W‑9. Keep a copy for your records.`,
    name: "Name",
    number: "TIN",
    signedAt: "Signed",
    withheld: "24% backup withholding applies.",
    download: "Download your copy (PDF)",
    downloadFailed: "The copy didn’t load. Try again.",
    close: "Close this window",
    goBack: "You can go back to the page you came from.",
  },
  over: {
    completed: {
      title: "You’ve already signed this form",
      lines: ["You can close this window."],
    },
    expired: {
      title: "This link has expired",
      lines: [
        "Links to tax forms work for 7 days. Go back to where you got it and ask for a new one.",
      ],
    },
    broken: {
      title: "This link isn’t complete",
      lines: ["Open it again from where you got it. The whole link must be in the address bar."],
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
    w9_already_completed: "You’ve already signed this form in another window.",
    w9_form_changed: "The IRS has changed the form. Reload this page.",
    w9_confirmation_locked: "That was wrong too many times. Fill in the form yourself.",
    client_secret_expired:
      "The link has expired. Go back to where you got it and ask for a new one.",
    rate_limited: "You made too many requests. Wait a moment, then try again.",
    tin_invalid: "Check your TIN.",
    validation_failed: "Something in the form isn’t correct. Check it and try again.",
    sms_code_wrong: "That code is wrong.",
    sms_code_expired: "The code has expired. Request a new one.",
    sms_not_started: "The code has expired. Request a new one.",
    sms_too_many_attempts: "You entered too many wrong codes. Request a new one.",
    sms_locked: "You entered too many wrong codes today. Fill in the form yourself.",
    sms_sent_recently: "We just sent a code. Wait a moment before you request another.",
    sms_number_unreachable: "This number can’t receive text messages. Fill in the form yourself.",
    sms_unavailable: "We can’t send text messages right now. Fill in the form yourself.",
  },
  lost: "We couldn’t reach our server. Check your connection and try again.",
  unknown: "That didn’t work. Try again in a few minutes.",
  step: {
    title: "Your tax form (W‑9)",
    text: "We need a Form W‑9 before you’re paid. It opens in a new window and takes about 2 minutes.",
    open: "Open the tax form",
    later: "Do it later",
    waiting: "Continue in the other window",
    waitingText: "This page continues when you’ve signed.",
    openAgain: "Open it again",
    inline: "Fill it in here",
    blocked: "Your browser blocked the window, so the form is here.",
    left: "The window closed before you signed the form.",
  },
};

import { plural } from "./plural.ts";

/** Texts of the navigation, the roles and the end of a session. */
export const english = {
  groups: { people: "People", money: "Money", operator: "Operator" },
  sections: {
    home: "Home",
    reviews: "Identity reviews",
    customers: "Customers",
    payments: "Payments",
    disputes: "Disputes",
    approvals: "Approvals",
    payouts: "Payouts",
    reconciliation: "Reconciliation",
    ledger: "Ledger",
    tax: "Tax year",
    deliveries: "Webhook deliveries",
    routing: "Routing",
    settings: "Settings",
    appearance: "Appearance",
    staff: "Staff",
    keys: "API keys",
    audit: "Audit log",
    security: "Your account",
  },
  nav: {
    find: "Go to",
    label: "Sections",
    skip: "Skip to the content",
    openMenu: "Open the menu",
    closeMenu: "Close the menu",
    waiting: (count: number) => `, ${plural(count, "case waiting", "cases waiting")}`,
    nothingHere: "Page not found",
    nothingHereText: "Check the address. The page may have been removed.",
    notYours: "Your role does not include this",
    notYoursText: (role: string, section: string) =>
      `The role ${role} does not include “${section}”. An admin can change your role under Staff.`,
  },
  account: {
    language: "Language",
    signOut: "Sign out",
    notSignedOut: "You are still signed in",
  },
  roles: {
    viewer: {
      name: "Viewer",
      text: "Can view customers, payments, deliveries and settings. Can't change anything or open documents.",
    },
    reviewer: {
      name: "Reviewer",
      text: "Can also open identity documents, and decide reviews and payouts.",
    },
    admin: {
      name: "Admin",
      text: "Can also change settings, resend webhooks, manage staff and read the audit log.",
    },
  },
  idle: {
    title: "Are you still there?",
    text: "You will be signed out soon, because you did nothing here for a while. We keep what you typed.",
    left: (seconds: number) => `Signed out in ${plural(seconds, "second", "seconds")}`,
    stay: "Stay signed in",
  },
};

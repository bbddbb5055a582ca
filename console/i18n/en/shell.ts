import { plural } from "./plural.ts";

/** The console around its rooms: navigation, roles, the end of a session; in English. */
export const english = {
  groups: { work: "People", money: "Money", operator: "Operator", self: "You" },
  rooms: {
    reviews: "Identity reviews",
    customers: "Customers",
    payments: "Payments",
    approvals: "Approvals",
    payouts: "Payouts",
    tax: "Tax year",
    deliveries: "Webhook deliveries",
    routing: "Routing",
    settings: "Settings",
    staff: "Staff",
    keys: "API keys",
    audit: "Audit log",
    security: "Your account",
  },
  nav: {
    label: "Rooms",
    skip: "Skip to the content",
    openMenu: "Open the menu",
    closeMenu: "Close the menu",
    waiting: (count: number) => `, ${plural(count, "case waits", "cases wait")}`,
    nothingHere: "There is nothing here",
    nothingHereText: "The address may be mistyped, or what was here is gone.",
    notYours: "Your role does not include this",
    notYoursText: (role: string, room: string) =>
      `As ${role} you have no access to “${room}”. An admin can change your role under Staff.`,
  },
  account: { language: "Language", signOut: "Sign out" },
  roles: {
    viewer: {
      name: "Viewer",
      text: "Sees customers, payments, deliveries and settings. Changes nothing and opens no documents.",
    },
    reviewer: {
      name: "Reviewer",
      text: "Also opens identity documents and decides cases.",
    },
    admin: {
      name: "Admin",
      text: "Also changes settings, sends webhooks again, manages staff and reads the audit log.",
    },
  },
  idle: {
    title: "Are you still there?",
    text: "You will be signed out soon, because nothing was done here for a while. What you typed stays.",
    left: (seconds: number) => `Signed out in ${plural(seconds, "second", "seconds")}`,
    stay: "Stay signed in",
  },
};

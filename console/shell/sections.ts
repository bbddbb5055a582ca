import type { ComponentType } from "preact";
import type { StaffPermission } from "#contract/console/roles";
import type { Texts } from "../i18n/texts.ts";
import { matchPath } from "../router/match-path.ts";
import type { GlyphName } from "../ui/glyph.tsx";

/** The parts of the page's path. */
export interface PageProps {
  readonly parts: Readonly<Record<string, string>>;
}

/** Each section is a separate chunk. */
export type LoadPage = () => Promise<{ default: ComponentType<PageProps> }>;

/** An entry in the navigation and its pages. */
export interface Section {
  readonly name: keyof Texts["sections"];
  readonly path: string;
  readonly glyph: GlyphName;
  readonly permission: StaffPermission;
  /** `start` has no heading in the navigation, and `account` opens from the account menu. */
  readonly group: keyof Texts["groups"] | "start" | "account";
  /** The section's pages by path pattern. */
  readonly pages: Readonly<Record<string, LoadPage>>;
}

/** All sections in navigation order. The start page is the first one that the role permits. */
export const sections: readonly Section[] = [
  {
    name: "home",
    path: "/home",
    glyph: "home",
    permission: "own_account",
    group: "start",
    pages: { "/home": () => import("../sections/home/home-page.tsx") },
  },
  {
    name: "reviews",
    path: "/reviews",
    glyph: "reviews",
    permission: "reviews.list",
    group: "people",
    pages: {
      "/reviews": () => import("../sections/reviews/review-queue.tsx"),
      "/reviews/:id": () => import("../sections/reviews/review-page.tsx"),
    },
  },
  {
    name: "customers",
    path: "/customers",
    glyph: "customers",
    permission: "customers.read",
    group: "people",
    pages: {
      "/customers": () => import("../sections/customers/customer-list.tsx"),
      "/customers/:id": () => import("../sections/customers/customer-page.tsx"),
    },
  },
  {
    name: "approvals",
    path: "/approvals",
    glyph: "approvals",
    permission: "payouts.read",
    group: "money",
    pages: {
      "/approvals": () => import("../sections/payouts/approval-queue.tsx"),
      "/approvals/sanctions": () => import("../sections/payouts/sanctions-reviews.tsx"),
    },
  },
  {
    name: "payouts",
    path: "/payouts",
    glyph: "disbursements",
    permission: "payouts.read",
    group: "money",
    pages: {
      "/payouts": () => import("../sections/payouts/payout-list.tsx"),
      "/payouts/:id": () => import("../sections/payouts/payout-page.tsx"),
    },
  },
  {
    name: "payments",
    path: "/payments",
    glyph: "payments",
    permission: "payments.read",
    group: "money",
    pages: {
      "/payments": () => import("../sections/payments/payment-list.tsx"),
      "/refunds": () => import("../sections/payments/refund-list.tsx"),
      "/payments/batches": () => import("../sections/payments/batch-list.tsx"),
      "/payments/batches/:id": () => import("../sections/payments/batch-page.tsx"),
      "/payments/:id": () => import("../sections/payments/payment-page.tsx"),
    },
  },
  {
    name: "disputes",
    path: "/disputes",
    glyph: "disputes",
    permission: "disputes.read",
    group: "money",
    pages: {
      "/disputes": () => import("../sections/disputes/dispute-list.tsx"),
      "/disputes/:id": () => import("../sections/disputes/dispute-page.tsx"),
    },
  },
  {
    name: "reconciliation",
    path: "/reconciliation",
    glyph: "equal",
    permission: "reconciliation.read",
    group: "money",
    pages: {
      "/reconciliation": () => import("../sections/reconciliation/reconciliation-page.tsx"),
      "/reconciliation/files": () => import("../sections/reconciliation/file-list.tsx"),
      "/reconciliation/notices": () => import("../sections/reconciliation/notice-list.tsx"),
      "/reconciliation/batches": () => import("../sections/reconciliation/batch-list.tsx"),
      "/reconciliation/batches/:id": () => import("../sections/reconciliation/batch-page.tsx"),
      "/reconciliation/breaks/:id": () => import("../sections/reconciliation/break-page.tsx"),
    },
  },
  {
    name: "ledger",
    path: "/ledger",
    glyph: "ledger",
    permission: "payments.read",
    group: "money",
    pages: { "/ledger": () => import("../sections/ledger/ledger-page.tsx") },
  },
  {
    name: "tax",
    path: "/tax",
    glyph: "exports",
    permission: "tax.read",
    group: "money",
    pages: { "/tax": () => import("../sections/tax/tax-page.tsx") },
  },
  {
    name: "deliveries",
    path: "/deliveries",
    glyph: "deliveries",
    permission: "deliveries.read",
    group: "operator",
    pages: {
      "/deliveries": () => import("../sections/deliveries/delivery-list.tsx"),
      "/deliveries/:eventId/:webhookId": () => import("../sections/deliveries/delivery-page.tsx"),
    },
  },
  {
    name: "routing",
    path: "/routing",
    glyph: "routing",
    permission: "routing.read",
    group: "operator",
    pages: { "/routing": () => import("../sections/routing/routing-page.tsx") },
  },
  {
    name: "settings",
    path: "/settings",
    glyph: "settings",
    permission: "settings.read",
    group: "operator",
    pages: { "/settings": () => import("../sections/settings/settings-page.tsx") },
  },
  {
    name: "appearance",
    path: "/appearance",
    glyph: "appearance",
    permission: "settings.read",
    group: "operator",
    pages: { "/appearance": () => import("../sections/appearance/appearance-page.tsx") },
  },
  {
    name: "staff",
    path: "/staff",
    glyph: "staff",
    permission: "staff.manage",
    group: "operator",
    pages: { "/staff": () => import("../sections/staff/staff-page.tsx") },
  },
  {
    name: "keys",
    path: "/keys",
    glyph: "key",
    permission: "keys.manage",
    group: "operator",
    pages: { "/keys": () => import("../sections/keys/keys-page.tsx") },
  },
  {
    name: "audit",
    path: "/audit",
    glyph: "audit",
    permission: "audit.read",
    group: "operator",
    pages: { "/audit": () => import("../sections/audit/audit-page.tsx") },
  },
  {
    name: "security",
    path: "/security",
    glyph: "security",
    permission: "own_account",
    group: "account",
    pages: { "/security": () => import("../sections/security/security-page.tsx") },
  },
];

export interface FoundPage {
  readonly section: Section;
  readonly load: LoadPage;
  readonly parts: Readonly<Record<string, string>>;
}

/** Finds the page for a path; null if there is none. */
export function findPage(path: string): FoundPage | null {
  for (const section of sections) {
    for (const [pattern, load] of Object.entries(section.pages)) {
      const parts = matchPath(pattern, path);
      if (parts) return { section, load, parts };
    }
  }
  return null;
}

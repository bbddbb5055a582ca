import type { ComponentType } from "preact";
import type { StaffPermission } from "#contract/console/roles";
import type { Texts } from "../i18n/texts.ts";
import { matchPath } from "../router/match-path.ts";
import type { GlyphName } from "../ui/glyph.tsx";

/** The parts of the page's path. */
export interface PageProps {
  readonly parts: Readonly<Record<string, string>>;
}

/** Each room is a separate chunk. */
export type LoadPage = () => Promise<{ default: ComponentType<PageProps> }>;

/** An entry in the navigation and its pages. */
export interface Room {
  readonly name: keyof Texts["rooms"];
  readonly path: string;
  readonly glyph: GlyphName;
  readonly permission: StaffPermission;
  /** `start` has no heading in the navigation, and `account` opens from the account menu. */
  readonly group: keyof Texts["groups"] | "start" | "account";
  /** The room's pages by path pattern. */
  readonly pages: Readonly<Record<string, LoadPage>>;
}

/** All rooms in navigation order. The start page is the first one that the role permits. */
export const rooms: readonly Room[] = [
  {
    name: "home",
    path: "/home",
    glyph: "home",
    permission: "own_account",
    group: "start",
    pages: { "/home": () => import("../rooms/home/home-page.tsx") },
  },
  {
    name: "reviews",
    path: "/reviews",
    glyph: "reviews",
    permission: "reviews.list",
    group: "people",
    pages: {
      "/reviews": () => import("../rooms/reviews/review-queue.tsx"),
      "/reviews/:id": () => import("../rooms/reviews/review-page.tsx"),
    },
  },
  {
    name: "customers",
    path: "/customers",
    glyph: "customers",
    permission: "customers.read",
    group: "people",
    pages: {
      "/customers": () => import("../rooms/customers/customer-list.tsx"),
      "/customers/:id": () => import("../rooms/customers/customer-page.tsx"),
    },
  },
  {
    name: "approvals",
    path: "/approvals",
    glyph: "approvals",
    permission: "payouts.read",
    group: "money",
    pages: {
      "/approvals": () => import("../rooms/payouts/approval-queue.tsx"),
      "/approvals/sanctions": () => import("../rooms/payouts/sanctions-reviews.tsx"),
    },
  },
  {
    name: "payouts",
    path: "/payouts",
    glyph: "disbursements",
    permission: "payouts.read",
    group: "money",
    pages: {
      "/payouts": () => import("../rooms/payouts/payout-list.tsx"),
      "/payouts/:id": () => import("../rooms/payouts/payout-page.tsx"),
    },
  },
  {
    name: "payments",
    path: "/payments",
    glyph: "payments",
    permission: "payments.read",
    group: "money",
    pages: {
      "/payments": () => import("../rooms/payments/payment-list.tsx"),
      "/refunds": () => import("../rooms/payments/refund-list.tsx"),
      "/payments/batches": () => import("../rooms/payments/batch-list.tsx"),
      "/payments/batches/:id": () => import("../rooms/payments/batch-page.tsx"),
      "/payments/:id": () => import("../rooms/payments/payment-page.tsx"),
    },
  },
  {
    name: "disputes",
    path: "/disputes",
    glyph: "disputes",
    permission: "disputes.read",
    group: "money",
    pages: {
      "/disputes": () => import("../rooms/disputes/dispute-list.tsx"),
      "/disputes/:id": () => import("../rooms/disputes/dispute-page.tsx"),
    },
  },
  {
    name: "reconciliation",
    path: "/reconciliation",
    glyph: "equal",
    permission: "reconciliation.read",
    group: "money",
    pages: {
      "/reconciliation": () => import("../rooms/reconciliation/reconciliation-page.tsx"),
      "/reconciliation/files": () => import("../rooms/reconciliation/file-list.tsx"),
      "/reconciliation/notices": () => import("../rooms/reconciliation/notice-list.tsx"),
      "/reconciliation/batches": () => import("../rooms/reconciliation/batch-list.tsx"),
      "/reconciliation/batches/:id": () => import("../rooms/reconciliation/batch-page.tsx"),
      "/reconciliation/breaks/:id": () => import("../rooms/reconciliation/break-page.tsx"),
    },
  },
  {
    name: "ledger",
    path: "/ledger",
    glyph: "ledger",
    permission: "payments.read",
    group: "money",
    pages: { "/ledger": () => import("../rooms/ledger/ledger-page.tsx") },
  },
  {
    name: "tax",
    path: "/tax",
    glyph: "exports",
    permission: "tax.read",
    group: "money",
    pages: { "/tax": () => import("../rooms/tax/tax-page.tsx") },
  },
  {
    name: "deliveries",
    path: "/deliveries",
    glyph: "deliveries",
    permission: "deliveries.read",
    group: "operator",
    pages: {
      "/deliveries": () => import("../rooms/deliveries/delivery-list.tsx"),
      "/deliveries/:eventId/:webhookId": () => import("../rooms/deliveries/delivery-page.tsx"),
    },
  },
  {
    name: "routing",
    path: "/routing",
    glyph: "routing",
    permission: "routing.read",
    group: "operator",
    pages: { "/routing": () => import("../rooms/routing/routing-page.tsx") },
  },
  {
    name: "settings",
    path: "/settings",
    glyph: "settings",
    permission: "settings.read",
    group: "operator",
    pages: { "/settings": () => import("../rooms/settings/settings-page.tsx") },
  },
  {
    name: "appearance",
    path: "/appearance",
    glyph: "appearance",
    permission: "settings.read",
    group: "operator",
    pages: { "/appearance": () => import("../rooms/appearance/appearance-page.tsx") },
  },
  {
    name: "staff",
    path: "/staff",
    glyph: "staff",
    permission: "staff.manage",
    group: "operator",
    pages: { "/staff": () => import("../rooms/staff/staff-page.tsx") },
  },
  {
    name: "keys",
    path: "/keys",
    glyph: "key",
    permission: "keys.manage",
    group: "operator",
    pages: { "/keys": () => import("../rooms/keys/keys-page.tsx") },
  },
  {
    name: "audit",
    path: "/audit",
    glyph: "audit",
    permission: "audit.read",
    group: "operator",
    pages: { "/audit": () => import("../rooms/audit/audit-page.tsx") },
  },
  {
    name: "security",
    path: "/security",
    glyph: "security",
    permission: "own_account",
    group: "account",
    pages: { "/security": () => import("../rooms/security/security-page.tsx") },
  },
];

export interface FoundPage {
  readonly room: Room;
  readonly load: LoadPage;
  readonly parts: Readonly<Record<string, string>>;
}

/** Finds the page of a path; null if there is none. */
export function findPage(path: string): FoundPage | null {
  for (const room of rooms) {
    for (const [pattern, load] of Object.entries(room.pages)) {
      const parts = matchPath(pattern, path);
      if (parts) return { room, load, parts };
    }
  }
  return null;
}

/** Every state of the identity widget, by the id of its entry. */
import type { CameraPhase } from "../../widgets/kyc/camera/camera-scene.tsx";
import { firstState, type KycState } from "../../widgets/kyc/machine/state.ts";
import type { KycPlace } from "../../widgets/kyc/view/kyc-view.tsx";
import {
  decidedSession,
  exampleKycSession,
  examplePicture,
  exampleUpload,
  kycStateWith,
  licenseSession,
} from "./example-kyc.ts";

/** A state of the widget, and where it is shown. */
export interface KycExample {
  readonly title: string;
  readonly note?: string;
  readonly state: KycState;
  readonly place?: KycPlace;
  readonly online?: boolean;
  readonly phase?: CameraPhase;
}

const refused = (code: string) => ({ kind: "refused", code, message: "", status: 401 }) as const;
const lost = { kind: "lost", code: "network", message: "", status: 0 } as const;
const side = (change: Partial<KycState> = {}) =>
  kycStateWith({ step: "side", side: "front", ...change }, licenseSession());
export const live = { type: "live", hint: "ready" } as const;
const camera = (of = "front") => kycStateWith({ step: "camera", side: of }, licenseSession());
const result = (...given: Parameters<typeof decidedSession>) =>
  kycStateWith({ step: "result" }, decidedSession(...given));
const sending = { sentBytes: 300_000, totalBytes: 480_000, stalled: false };
const handoff = {
  url: "http://pay.localhost:4000/verify/phone?for=op_2Qm8Xr5tVw9Y3zK7LpN4aBcD#kho_2Qm8Xr5tVw9Y3zK7LpN4aBcD_secret_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG",
  expiresAt: "2026-11-22T23:45:00.000Z",
};
const expiresAt = handoff.expiresAt;
const unreadable = {
  code: "document_unreadable",
  message: "We could not read your document. Take new pictures, flat, in focus and well lit.",
};
const expired = {
  code: "document_expired",
  message: "Your document has expired. Use a valid one.",
};

export const kycExamples: Readonly<Record<string, KycExample>> = {
  loading: { title: "Loading", state: firstState },
  choose: { title: "Choose a document", state: kycStateWith({}) },
  "choose-one": {
    title: "One document requested",
    state: kycStateWith({ requestedType: "passport" }),
  },
  "choose-long": {
    title: "A long operator’s name",
    state: kycStateWith(
      {},
      {
        ...exampleKycSession,
        operator: { name: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk GmbH" },
      },
    ),
  },
  data: {
    title: "Name and date of birth are missing",
    state: kycStateWith(
      { step: "data" },
      {
        ...exampleKycSession,
        requirements: [
          {
            type: "customer_data",
            blocks: "submission",
            fields: ["firstName", "lastName", "dateOfBirth"],
            address: null,
          },
        ],
      },
    ),
  },
  "data-phone": {
    title: "The same, on the phone",
    state: kycStateWith({ step: "data" }),
    place: "phone",
  },
  front: { title: "Front", state: side() },
  back: {
    title: "Back, front received",
    state: kycStateWith(
      { step: "side", side: "back" },
      licenseSession({
        sides: [
          { side: "front", upload: exampleUpload("front") },
          { side: "back", upload: null },
        ],
      }),
    ),
  },
  "photo-page": {
    title: "Passport, on the hosted page",
    state: kycStateWith(
      { step: "side", side: "photo_page", requestedType: "passport" },
      licenseSession({
        documentType: "passport",
        sides: [{ side: "photo_page", upload: null }],
      }),
    ),
    place: "link",
  },
  "on-phone": { title: "On the phone", state: side(), place: "phone" },
  preparing: { title: "Preparing a file", state: side({ preparing: true }) },
  heic: { title: "A HEIC file", state: side({ fileProblem: { code: "heic" } }) },
  "not-a-picture": {
    title: "A PDF file",
    state: side({ fileProblem: { code: "not_a_picture", kind: "pdf" } }),
  },
  "picture-refused": {
    title: "The service refused the picture",
    state: side({
      problems: [
        {
          code: "image_too_small",
          message: "The picture is too small. Move closer so that the document fills it.",
          blocking: true,
        },
      ],
    }),
  },
  "too-many": {
    title: "Too many pictures",
    state: side({ failure: { ...refused("rate_limited"), status: 429 } }),
  },
  "camera-ask": {
    title: "Camera: before the browser asks",
    state: camera(),
    phase: { type: "ask" },
  },
  "camera-opening": { title: "Camera: opening", state: camera(), phase: { type: "opening" } },
  "camera-live": { title: "Camera: running", state: camera(), phase: live },
  "camera-dark": {
    title: "Camera: too dark",
    state: camera("back"),
    phase: { type: "live", hint: "dark" },
  },
  "camera-passport": { title: "Camera: passport", state: camera("photo_page"), phase: live },
  "camera-denied": {
    title: "Camera: denied",
    state: camera(),
    phase: { type: "problem", problem: "denied" },
  },
  "camera-absent": {
    title: "Camera: none",
    state: camera(),
    phase: { type: "problem", problem: "absent" },
  },
  "camera-busy": {
    title: "Camera: in use elsewhere",
    state: camera(),
    phase: { type: "problem", problem: "busy" },
  },
  "camera-lost": {
    title: "Camera: stopped",
    state: camera(),
    phase: { type: "problem", problem: "lost" },
  },
  review: {
    title: "Review before sending",
    state: kycStateWith(
      { step: "review", side: "back", picture: examplePicture({ barcode: "readable" }) },
      licenseSession(),
    ),
  },
  "review-unreadable": {
    title: "Barcode not readable",
    state: kycStateWith(
      {
        step: "review",
        side: "back",
        picture: examplePicture({ barcode: "unreadable", warnings: ["blurred"] }),
      },
      licenseSession(),
    ),
  },
  "review-dark": {
    title: "A dark picture from a file",
    state: kycStateWith(
      {
        step: "review",
        side: "front",
        picture: examplePicture({ warnings: ["dark"], source: "file" }),
      },
      licenseSession(),
    ),
  },
  uploading: {
    title: "Uploading",
    state: kycStateWith({ step: "upload", side: "front", sending }, licenseSession()),
  },
  stalled: {
    title: "Waiting for the connection",
    state: kycStateWith(
      { step: "upload", side: "front", sending: { ...sending, stalled: true } },
      licenseSession(),
    ),
  },
  checking: {
    title: "Checking the picture",
    state: kycStateWith(
      { step: "upload", side: "front", sending: { ...sending, sentBytes: 480_000 } },
      licenseSession(),
    ),
  },
  handoff: {
    title: "Code for the phone",
    state: kycStateWith(
      { step: "handoff", side: "front", handoff },
      licenseSession({ handoff: { expiresAt, openedAt: null } }),
    ),
  },
  "handoff-opened": {
    title: "Following the phone",
    state: kycStateWith(
      { step: "handoff", side: "back" },
      licenseSession({
        handoff: { expiresAt, openedAt: "2026-11-22T03:01:00.000Z" },
        sides: [
          { side: "front", upload: exampleUpload("front") },
          { side: "back", upload: exampleUpload("back", { state: "uploading", offset: 192_000 }) },
        ],
      }),
    ),
  },
  "handoff-expired": {
    title: "The code has expired",
    state: kycStateWith({ step: "handoff", handoff, polls: 400 }, licenseSession()),
  },
  submitting: { title: "Submitting", state: kycStateWith({ step: "submitting" }) },
  reading: { title: "Reading", state: kycStateWith({ step: "reading" }) },
  "reading-long": {
    title: "Reading takes long",
    state: kycStateWith({ step: "reading", polls: 20 }),
  },
  verified: { title: "Verified", state: result("verified") },
  "under-review": {
    title: "Under manual review",
    state: result("under_review", { nextAction: "wait" }),
  },
  "rejected-side": {
    title: "Rejected: retake one side",
    state: result("rejected", {
      nextAction: "retry",
      canRetry: true,
      retakeSides: ["back"],
      reasons: [unreadable],
      checks: [{ code: "document_readable", result: "failed", message: "" }],
    }),
  },
  "rejected-expired": {
    title: "Rejected: expired document",
    state: result(
      "rejected",
      { nextAction: "retry", canRetry: true, retakeSides: ["front", "back"], reasons: [expired] },
      ["document_unexpired"],
    ),
  },
  "rejected-later": {
    title: "Rejected: three attempts a day",
    state: result("rejected", {
      nextAction: "retry",
      canRetry: true,
      retakeSides: ["back"],
      reasons: [unreadable],
      retryAt: "2099-11-23T03:00:00.000Z",
      checks: [{ code: "document_readable", result: "failed", message: "" }],
    }),
  },
  "rejected-for-good": { title: "Rejected, no retry", state: result("rejected", { checks: [] }) },
  "rejected-by-staff": {
    title: "Rejected by staff",
    state: result("rejected_manually", { checks: [] }),
  },
  expired: {
    title: "The document has expired since",
    state: result("expired", { nextAction: "retry", canRetry: true, checks: [] }),
  },
  changed: {
    title: "The name has changed since",
    state: result("expired", {
      nextAction: "retry",
      canRetry: true,
      reasons: [{ code: "identity_changed", message: "" }],
    }),
  },
  "unknown-status": {
    title: "Unknown status",
    state: result("postponed", {
      checks: [{ code: "moon_phase", result: "waning", message: "The moon is waning." }],
    }),
  },
  "link-expired": {
    title: "Expired link",
    state: { ...firstState, step: "refused", failure: refused("client_secret_expired") },
    place: "link",
  },
  "link-broken": {
    title: "Broken link",
    state: { ...firstState, step: "refused", failure: refused("client_secret_invalid") },
    place: "link",
  },
  "link-missing": {
    title: "No link at all",
    state: { ...firstState, step: "refused", failure: refused("client_secret_missing") },
    place: "link",
  },
  "phone-expired": {
    title: "Expired link on the phone",
    state: { ...firstState, step: "refused", failure: refused("client_secret_expired") },
    place: "phone",
  },
  "session-expired": {
    title: "Expired session in a page",
    state: { ...firstState, step: "refused", failure: refused("client_secret_expired") },
  },
  unreachable: {
    title: "Service unreachable",
    state: { ...firstState, step: "unreachable", failure: lost },
  },
  offline: {
    title: "Offline",
    state: { ...firstState, step: "unreachable", failure: lost },
    online: false,
  },
};

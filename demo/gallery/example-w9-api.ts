import type { ReadCompleted, ReadSession, W9Api, W9Result } from "../../widgets/w9/w9-api.ts";

export const done = async <T>(value: T): Promise<W9Result<T>> => ({ ok: true, value });
export const refused = async (code: string, attemptsLeft?: number): Promise<W9Result<never>> => ({
  ok: false,
  failure: { code, attemptsLeft },
});

/** A session with prefilled data. */
export const session: ReadSession = {
  w9Id: "w9_gallery",
  status: "pending",
  notUsPerson: false,
  formRevision: "2024-03",
  operator: { name: "Lucky Duck Bingo" },
  isConfirmed: true,
  confirmBy: [],
  phoneNumber: null,
  knownName: "Jane Doe",
  serverTime: "2026-11-22T12:00:00.000Z",
  prefill: {
    firstName: "Jane",
    lastName: "Doe",
    address: {
      line1: "742 Evergreen Terrace",
      city: "Springfield",
      state: "IL",
      postalCode: "62701",
      country: "US",
    },
  } as ReadSession["prefill"],
};
const signed: ReadCompleted = {
  w9Id: "w9_gallery",
  status: "completed",
  notUsPerson: false,
  name: "Jane Doe",
  completedAt: "2026-11-22T12:00:00.000Z",
  formRevision: "2024-03",
  tin: "XXX-XX-8714",
  backupWithholding: false,
  receipt: "receipt",
};

/** A service that accepts everything; the date of birth on file is 1985-04-23. */
export const exampleW9Api: W9Api = {
  session: () => done(session),
  status: () =>
    done({
      w9Id: "w9_gallery",
      status: "pending",
      notUsPerson: false,
      window: "open",
      idleSeconds: 0,
    }),
  confirm: (date) =>
    date === "1985-04-23" ? done({ confirmation: "token" }) : refused("w9_confirmation_wrong", 4),
  sendCode: () => done({ phoneNumber: "•••• 34", resendAt: session.serverTime }),
  checkCode: () => done({ confirmation: "token" }),
  saveDraft: () => done({}),
  declareNotUsPerson: () => done({}),
  complete: (body) => done({ ...signed, backupWithholding: body.backupWithholding }),
  copy: () => done(new Blob(["%PDF-"], { type: "application/pdf" })),
  leave: () => {},
  useConfirmation: () => {},
};

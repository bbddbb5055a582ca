const createdAt = "2026-03-10T12:00:00.000Z";

const received = {
  uploadId: "kup_22uhvyZXkBYZDUq7tKzCVF5N",
  side: "front",
  state: "received",
  offset: 482_113,
  sizeBytes: 482_113,
  problems: [],
};

const progress = {
  status: "pending",
  nextAction: "upload",
  checks: [],
  reasons: [],
  canRetry: false,
  retryAt: null,
  retakeSides: [],
};

const session = {
  ...progress,
  kycVerificationId: "kyc_22uhvyZXhnXCfWDMGKSrYSVd",
  operator: { name: "Example Shop" },
  documentType: "drivers_license",
  documentTypes: ["drivers_license", "passport"],
  sides: [
    { side: "front", upload: received },
    { side: "back", upload: null },
  ],
  requirements: [],
  handoff: null,
  submittedAt: null,
  decidedAt: null,
  serverTime: createdAt,
};

const nothingSent = session.sides.map(({ side }) => ({ side, upload: null }));

const w9 = { w9Id: "w9_22uk7myu4K7XM26B4gzQLhMu", status: "pending", notUsPerson: false };
const expiresAt = "2026-03-17T12:00:00.000Z";

export const formExamples: Readonly<Record<string, unknown>> = {
  getClientKyc: session,
  getClientKycStatus: progress,
  consentToClientKyc: { ...session, sides: nothingSent },
  submitClientKyc: {
    ...session,
    nextAction: "wait",
    sides: [
      { side: "front", upload: received },
      {
        side: "back",
        upload: { ...received, uploadId: "kup_22uhvyZXnCmYwbaR4thcZG4X", side: "back" },
      },
    ],
    submittedAt: createdAt,
  },
  retryClientKyc: { ...session, sides: nothingSent },
  handOffClientKyc: {
    url: "https://pay.example.com/verify/phone?for=op_22uhw8DfMp6qkXJ3R8ZCJnqM#kho_22uhvyZXjKebe7u78GRAtK5t_secret_EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA",
    expiresAt: "2026-03-10T12:15:00.000Z",
  },
  createClientKycUpload: { ...received, state: "uploading", offset: 0 },
  getClientKycUpload: { ...received, state: "uploading", offset: 262_144 },
  continueClientKycUpload: received,
  getClientW9: {
    ...w9,
    operator: { name: "Example Shop" },
    formRevision: "2024-03",
    isConfirmed: true,
    confirmBy: [],
    phoneNumber: null,
    prefill: { firstName: "Ada", lastName: "Lovelace" },
    knownName: "Ada Lovelace",
    expiresAt,
    serverTime: createdAt,
  },
  getClientW9Status: { ...w9, window: "open", idleSeconds: 0 },
  leaveClientW9: w9,
  confirmClientW9: {
    confirmation: "date_of_birth.1773151200000.EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA",
    expiresAt: "2026-03-10T14:00:00.000Z",
  },
  checkClientW9Code: {
    confirmation: "phone.1773151200000.EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA",
    expiresAt: "2026-03-10T14:00:00.000Z",
  },
  keepClientW9Draft: w9,
  declareClientNotUsPerson: { ...w9, notUsPerson: true },
  completeClientW9: {
    ...w9,
    status: "completed",
    completedAt: "2026-03-10T12:10:00.000Z",
    formRevision: "2024-03",
    name: "Ada Lovelace",
    tin: "XXX-XX-6789",
    backupWithholding: false,
    receipt: "receipt.1773147600000.EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA",
    receiptExpiresAt: "2026-03-10T13:10:00.000Z",
  },
};

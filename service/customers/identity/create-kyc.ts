import type { Tx } from "../../platform/database/transaction.ts";
import type { Domain } from "../../platform/domain.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { createJob } from "../../platform/jobs/job.ts";
import {
  createDocumentReader,
  type DocumentReader,
  isOcrInstalled,
  ocrPackage,
} from "../../providers/document-reader/index.ts";
import { type Decision, type DecisionInput, decideDocument } from "./decision/index.ts";
import { resolveHandoffSecret } from "./handoff/kyc-handoffs.ts";
import type { KycDeps, KycNeeds, KycSubject } from "./kyc-deps.ts";
import { resolveKycSecret } from "./links/kyc-links.ts";
import { expireDocuments } from "./reading/expire-documents.ts";
import { forgetImages } from "./reading/forget-images.ts";
import { type ReadingTurn, readSubmitted } from "./reading/read-submitted.ts";
import { registerKycClient } from "./routes/client-routes.ts";
import { registerKycInfo } from "./routes/kyc-info-routes.ts";
import { expireForNewIdentity } from "./store/expire-verification.ts";
import { insertVerification } from "./store/verification-store.ts";
import type { KycVerificationRow } from "./tables.ts";

/** The domain, and what its functions are given. */
export interface Kyc extends Domain {
  deps: KycDeps;
  /** Starts a verification for a new customer, in the transaction that creates them. */
  startVerification(tx: Tx, customer: KycSubject): Promise<KycVerificationRow>;
  /** Ends the reader. */
  close(): Promise<void>;
}

/** What a test may replace. */
export interface KycParts {
  reader?: DocumentReader;
  decide?: (input: DecisionInput) => Decision;
}

/** Puts the domain together with the service's own reader, or with a given one. */
export function createKyc(deps: KycNeeds, given: KycParts = {}): Kyc {
  const cannotRead =
    "the service can't read passports or the front of licences, so each of these documents waits for a person to review it";
  const isInstalled = isOcrInstalled();
  const reader =
    given.reader ??
    createDocumentReader({
      ...deps.config.documentReading,
      now: () => deps.clock.nowMs(),
      onOcrProblem: (problem) => {
        if (!isInstalled) return;
        deps.log.warn(`${ocrPackage} does not start: ${cannotRead}`, { problem });
      },
    });
  const decide = given.decide ?? decideDocument;
  if (!given.reader && !isInstalled) {
    deps.log.warn(`${ocrPackage} is not installed: ${cannotRead}`);
  }
  const kycDeps: KycDeps = { ...deps, reader, decide, wakeReading };
  // One loop for each reader, so that a slow document holds up one of them.
  const turn: ReadingTurn = { operatorId: "" };
  const readings = Array.from({ length: reader.size }, (_, index) =>
    createJob({
      name: index === 0 ? "kyc.read" : `kyc.read.${index + 1}`,
      everyMs: 1_000,
      run: (signal) => readUntil(signal, turn),
    }),
  );
  /** At shutdown the reader ends at once; the document is read again after the next start. */
  async function readUntil(signal: AbortSignal, turn: ReadingTurn): Promise<"more" | undefined> {
    const close = () => void reader.close();
    signal.addEventListener("abort", close, { once: true });
    try {
      return await readSubmitted(kycDeps, turn, () => signal.aborted);
    } finally {
      signal.removeEventListener("abort", close);
    }
  }
  function wakeReading(): void {
    for (const each of readings) each.wake();
  }
  deps.identityChanges.listen((tx, customer) => expireForNewIdentity(kycDeps, tx, customer));
  const jobs = [
    ...readings,
    createJob({
      name: "kyc.expire_documents",
      everyMs: 60_000,
      run: () => expireDocuments(kycDeps),
    }),
    createJob({ name: "kyc.forget_images", everyMs: 60_000, run: () => forgetImages(kycDeps) }),
  ];
  return {
    deps: kycDeps,
    register: (app) => registerKyc(app, kycDeps),
    jobs,
    commands: [],
    startVerification: (tx, customer) =>
      insertVerification(kycDeps, tx, customer, { origin: "asked" }),
    close: () => reader.close(),
  };
}

/** Registers the routes and the client secrets of verifications. */
function registerKyc(app: HttpServer, deps: KycDeps): void {
  deps.clientSecrets.register("kyc", resolveKycSecret(deps), { publishableKey: "optional" });
  deps.clientSecrets.register("kho", resolveHandoffSecret(deps), {
    publishableKey: "optional",
    within: "/v1/client/kyc",
  });
  registerKycInfo(app, deps);
  registerKycClient(app, deps);
}

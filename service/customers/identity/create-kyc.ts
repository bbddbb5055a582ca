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
import { deleteDueImages } from "./reading/delete-due-images.ts";
import { expireDocuments } from "./reading/expire-documents.ts";
import { type ReadCursor, readSubmitted } from "./reading/read-submitted.ts";
import { registerKycClient } from "./routes/client-routes.ts";
import { registerKycInfo } from "./routes/kyc-info-routes.ts";
import { expireForNewIdentity } from "./store/expire-verification.ts";
import { insertVerification } from "./store/verification-store.ts";
import type { KycVerificationRow } from "./tables.ts";

export interface Kyc extends Domain {
  deps: KycDeps;
  /** Starts a verification in the transaction that creates the customer. */
  startVerification(tx: Tx, customer: KycSubject): Promise<KycVerificationRow>;
  close(): Promise<void>;
}

export interface KycParts {
  reader?: DocumentReader;
  decide?: (input: DecisionInput) => Decision;
}

/** Creates the domain, by default with the service's own document reader. */
export function createKyc(deps: KycNeeds, parts: KycParts = {}): Kyc {
  const cannotRead =
    "the service can't read passports or the front of driver's licenses, so staff must review each of these documents";
  const isInstalled = isOcrInstalled();
  const reader =
    parts.reader ??
    createDocumentReader({
      ...deps.config.documentReading,
      now: () => deps.clock.nowMs(),
      onOcrProblem: (problem) => {
        if (!isInstalled) return;
        deps.log.warn(`${ocrPackage} does not start: ${cannotRead}`, { problem });
      },
    });
  const decide = parts.decide ?? decideDocument;
  if (!parts.reader && !isInstalled) {
    deps.log.warn(`${ocrPackage} is not installed: ${cannotRead}`);
  }
  const kycDeps: KycDeps = { ...deps, reader, decide, wakeReading };
  // One loop for each reader, so a slow document delays only one reader.
  const cursor: ReadCursor = { operatorId: "" };
  const readings = Array.from({ length: reader.size }, (_, index) =>
    createJob({
      name: index === 0 ? "kyc.read" : `kyc.read.${index + 1}`,
      isTechnical: true,
      followsStore: true,
      // A new document wakes the readers of its process. Polling finds the documents of a process that died.
      everyMs: index === 0 ? 1_000 : 5_000,
      run: (signal) => readUntil(signal, cursor),
    }),
  );
  /** Reads documents until shutdown. The next start reads an interrupted document again. */
  async function readUntil(signal: AbortSignal, cursor: ReadCursor): Promise<"more" | undefined> {
    const close = () => void reader.close();
    signal.addEventListener("abort", close, { once: true });
    try {
      return await readSubmitted(kycDeps, cursor, () => signal.aborted);
    } finally {
      signal.removeEventListener("abort", close);
    }
  }
  function wakeReading(): void {
    for (const reading of readings) reading.wake();
  }
  deps.identityChanges.listen((tx, customer) => expireForNewIdentity(kycDeps, tx, customer));
  const jobs = [
    ...readings,
    createJob({
      name: "kyc.expire_documents",
      everyMs: 60_000,
      run: (signal) => expireDocuments(kycDeps, signal),
    }),
    createJob({ name: "kyc.forget_images", everyMs: 60_000, run: () => deleteDueImages(kycDeps) }),
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

function registerKyc(app: HttpServer, deps: KycDeps): void {
  deps.clientSecrets.register("kyc", resolveKycSecret(deps), { publishableKey: "optional" });
  deps.clientSecrets.register("kho", resolveHandoffSecret(deps), {
    publishableKey: "optional",
    within: "/v1/client/kyc",
  });
  registerKycInfo(app, deps);
  registerKycClient(app, deps);
}

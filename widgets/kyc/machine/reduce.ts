import type { KycHandoff, KycUpload } from "#contract/client/kyc";
import type { ApiFailure } from "../../client/api-failure.ts";
import type { KycSession } from "../kyc-responses.ts";
import type { KycEffect, KycEvent, KycState, KycStep } from "./state.ts";

export type KycReduced = readonly [KycState, readonly KycEffect[]];

const unchanged = (state: KycState): KycReduced => [state, []];

/** The table: step × event. Pure. */
export function reduceKyc(state: KycState, event: KycEvent): KycReduced {
  if ("run" in event && event.run !== state.run) return unchanged(state);
  switch (event.type) {
    case "secretReceived": {
      // After a refusal nothing is kept: a lost request would leave the refusal on screen.
      const session = state.step === "refused" ? null : state.session;
      return load({ ...state, session, step: session ? state.step : "loading", failure: null });
    }
    case "documentAsked":
      return documentAsked(state, event.documentType);
    case "renewFailed":
      return [{ ...state, step: "refused", busy: false }, endings(state)];
    case "sessionAnswered":
      return event.result.ok
        ? follow(state, event.result.value)
        : loadFailed(state, event.result.failure);
    case "stepAnswered":
      return event.result.ok
        ? follow({ ...state, busy: false, failure: null }, event.result.value)
        : stepFailed(state, event.result.failure);
    case "requirementsMet":
      return state.step === "data" ? load(state) : unchanged(state);
    case "consented":
      return state.step === "choose" && !state.busy
        ? begin(state, (run) => ({ type: "consent", run, documentType: event.documentType }))
        : unchanged(state);
    case "changeDocument":
      return state.step === "side"
        ? [{ ...fresh(state), step: "choose", run: state.run + 1 }, []]
        : unchanged(state);
    case "cameraWanted":
      return state.step === "side"
        ? [{ ...fresh(state), step: "camera", run: state.run + 1 }, []]
        : unchanged(state);
    case "pictureGiven":
      return pictureGiven(state, event.source);
    case "prepared":
      if (!state.preparing) return unchanged(state);
      return event.outcome.ok
        ? [{ ...state, step: "review", preparing: false, picture: event.outcome.picture }, []]
        : [{ ...fresh(state), step: "side", fileProblem: event.outcome.fileProblem }, []];
    case "pictureAccepted":
      return state.step === "review" && state.picture
        ? send(state, state.picture.blob, undefined)
        : unchanged(state);
    case "pictureDropped":
      return state.step === "review"
        ? [
            {
              ...fresh(state),
              step: state.picture?.source === "camera" ? "camera" : "side",
              run: state.run + 1,
            },
            [],
          ]
        : unchanged(state);
    case "storedFound":
      return state.step === "side" ? send(state, event.blob, event.upload) : unchanged(state);
    case "uploadMoved":
      return [{ ...state, sending: event.sending }, []];
    case "uploadEnded":
      return event.result.ok
        ? uploadEnded(state, event.result.value)
        : uploadFailed(state, event.result.failure);
    case "handoffWanted":
      return ["side", "handoff"].includes(state.step) && !state.busy
        ? begin(state, (run) => ({ type: "handoff", run }))
        : unchanged(state);
    case "handoffAnswered":
      return event.result.ok
        ? showCode(state, event.result.value)
        : stepFailed(state, event.result.failure);
    case "retryWanted":
      return state.step === "result" && !state.busy
        ? begin(state, (run) => ({ type: "retry", run }))
        : unchanged(state);
    case "back":
      return back(state);
    case "again":
      return again(state);
  }
}

/** Applies the service's response to what is shown. */
function follow(state: KycState, session: KycSession): KycReduced {
  const step = stepOf(session, state.requestedType);
  const isUpdate = state.session === null || keyOf(state.session) !== keyOf(session);
  // Polls must not hide why there is no new code.
  const failure = state.step === "handoff" && !isUpdate ? state.failure : null;
  const known: KycState = { ...state, session, busy: false, stalled: false, failure };
  switch (step) {
    case "side":
      return toSide(known, session, isUpdate);
    case "submitting":
      return submit({ ...fresh(known), step, handoff: null });
    case "reading":
      return poll({ ...fresh(known), step, polls: isUpdate ? 0 : state.polls, handoff: null });
    case "result":
      return toResult(known, session, isUpdate);
    default:
      return [{ ...fresh(known), step, handoff: null }, []];
  }
}

function toSide(state: KycState, session: KycSession, isUpdate: boolean): KycReduced {
  const missing = session.sides.find(({ upload }) => upload?.state !== "received");
  const side = missing?.side ?? null;
  // Follows the other device while it works, unless the customer continues on this one.
  const isFirst = state.step === "loading" || state.step === "unreachable";
  const follows =
    !state.isOtherDevice && (state.step === "handoff" || (isFirst && isOpened(session)));
  if (follows) return poll({ ...state, side, step: "handoff", polls: isUpdate ? 0 : state.polls });
  const next: KycState = {
    ...fresh(state),
    side,
    step: "side",
    problems: problemsOf(missing?.upload),
  };
  const cut = missing?.upload?.state === "uploading" ? missing.upload : null;
  return [next, isFirst && cut ? [{ type: "findStored", run: next.run, upload: cut }] : []];
}

function toResult(state: KycState, session: KycSession, isUpdate: boolean): KycReduced {
  const key = keyOf(session);
  const effects: KycEffect[] = state.reported === key ? [] : [{ type: "report", session }];
  const next: KycState = {
    ...fresh(state),
    step: "result",
    reported: key,
    handoff: null,
    polls: isUpdate ? 0 : state.polls,
  };
  const { nextAction, retryAt, serverTime } = session;
  if (nextAction !== "wait" && retryAt === null) return [next, effects];
  // A reviewer may decide while the customer watches; or the time of the next try comes.
  const waitMs = Date.parse(retryAt ?? serverTime) - Date.parse(serverTime) || 0;
  const [polling, pollEffects] = poll(next, waitMs);
  return [polling, [...effects, ...pollEffects]];
}

/** The step for the service's next action; an unknown one is shown by its status. */
function stepOf(session: KycSession, requestedType: string | null): KycStep {
  const { nextAction, requirements, documentType } = session;
  if (["consent", "upload", "submit"].includes(nextAction)) {
    if (requirements.some(({ type }) => type === "customer_data")) return "data";
    if (nextAction === "consent" || (requestedType !== null && requestedType !== documentType))
      return "choose";
    return nextAction === "upload" ? "side" : "submitting";
  }
  return nextAction === "wait" && session.status === "pending" ? "reading" : "result";
}

function documentAsked(state: KycState, documentType: string): KycReduced {
  const next = { ...state, requestedType: documentType };
  const canChange = ["data", "choose", "side"].includes(state.step) && state.session;
  return canChange ? follow(next, canChange) : [next, []];
}

function pictureGiven(state: KycState, source: Blob | ImageBitmap): KycReduced {
  const { side } = state;
  if (side === null || !["side", "camera"].includes(state.step) || state.preparing) {
    return unchanged(state);
  }
  const run = state.run + 1;
  const next = { ...state, run, preparing: true, fileProblem: null, problems: [] };
  return [next, [{ type: "prepare", run, source, side }]];
}

function send(state: KycState, blob: Blob, begun: KycUpload | undefined): KycReduced {
  const { side } = state;
  if (side === null) return unchanged(state);
  const run = state.run + 1;
  const sending = { sentBytes: begun?.offset ?? 0, totalBytes: blob.size, stalled: false };
  const next: KycState = { ...state, step: "upload", run, sending, picture: null };
  return [next, [{ type: "upload", run, side, blob, begun }]];
}

function uploadEnded(state: KycState, upload: KycUpload): KycReduced {
  if (upload.state === "refused") {
    const problems = problemsOf(upload);
    return [{ ...fresh(state), step: "side", problems }, []];
  }
  const [next, effects] = load({ ...state, sending: null });
  return [{ ...next, step: "upload", sending: state.sending }, effects];
}

function uploadFailed(state: KycState, failure: ApiFailure): KycReduced {
  if (failure.code === "aborted") return unchanged(state);
  if (isExpired(failure)) return renew({ ...state, sending: null }, failure);
  // Another device was faster, or the picture was refused: ask the service.
  if (failure.code === "kyc_already_submitted" || failure.code === "kyc_consent_required") {
    return load(state);
  }
  return [{ ...fresh(state), step: "side", failure }, []];
}

function loadFailed(state: KycState, failure: ApiFailure): KycReduced {
  if (isExpired(failure)) return renew(state, failure);
  if (failure.kind === "refused") {
    const effects: KycEffect[] = state.session ? [] : [{ type: "refuseLoad", failure }];
    return [{ ...state, step: "refused", failure, busy: false }, [...endings(state), ...effects]];
  }
  if (["reading", "handoff", "result", "submitting", "upload"].includes(state.step)) {
    return poll({ ...state, stalled: true }, failure.retryAfterMs);
  }
  if (state.session !== null) return [{ ...state, busy: false, failure }, []];
  const [next, effects] = poll({ ...state, step: "unreachable", failure }, failure.retryAfterMs);
  return [next, state.step === "loading" ? [{ type: "refuseLoad", failure }, ...effects] : effects];
}

function stepFailed(state: KycState, failure: ApiFailure): KycReduced {
  if (isExpired(failure)) return renew(state, failure);
  if (state.step === "submitting") {
    return failure.kind === "lost"
      ? submit({ ...state, stalled: failure.status === 0, polls: state.polls + 1 }, failure)
      : poll({ ...state, failure: null });
  }
  const isStale = ["conflicting_state", "kyc_already_submitted", "kyc_consent_required"];
  if (isStale.includes(failure.code)) return load({ ...state, busy: false });
  const next = { ...state, busy: false, failure };
  // The request for a new code ended the polls, and the phone may be at work with the old code.
  return state.step === "handoff" ? poll(next) : [next, []];
}

/** Shows a new code at once. The session's last response contains the old code's state. */
function showCode(state: KycState, handoff: KycHandoff): KycReduced {
  const { expiresAt } = handoff;
  const session = state.session && { ...state.session, handoff: { expiresAt, openedAt: null } };
  return poll({ ...fresh(state), session, step: "handoff", handoff });
}

function renew(state: KycState, failure: ApiFailure): KycReduced {
  const run = state.run + 1;
  const effects: KycEffect[] = [...endings(state), { type: "renewSecret", run, failure }];
  return [{ ...state, run, busy: true, failure }, effects];
}

function back(state: KycState): KycReduced {
  if (state.step === "review") return [{ ...fresh(state), step: "side", run: state.run + 1 }, []];
  if (state.step === "camera" || state.step === "handoff") {
    return [{ ...fresh(state), step: "side", handoff: null, run: state.run + 1 }, []];
  }
  if (state.step === "upload" && state.sending !== null) {
    return [{ ...fresh(state), step: "side", run: state.run + 1 }, [{ type: "endUpload" }]];
  }
  return unchanged(state);
}

function again(state: KycState): KycReduced {
  if (state.step === "unreachable" || state.step === "refused") {
    return load({ ...state, step: "loading" });
  }
  if (["reading", "handoff", "result"].includes(state.step)) return load(state);
  return unchanged(state);
}

function begin(state: KycState, effect: (run: number) => KycEffect): KycReduced {
  const run = state.run + 1;
  return [{ ...state, run, busy: true, failure: null }, [effect(run)]];
}

function load(state: KycState): KycReduced {
  const run = state.run + 1;
  return [{ ...state, run }, [{ type: "load", run, delayMs: 0 }]];
}

function submit(state: KycState, failure?: ApiFailure): KycReduced {
  const run = state.run + 1;
  const delayMs = failure ? Math.max(failure.retryAfterMs ?? 0, 1_500) : 0;
  return [{ ...state, run, step: "submitting" }, [{ type: "submit", run, delayMs }]];
}

/** Asks again after a delay: often at first, then less often. */
function poll(state: KycState, retryAfterMs = 0): KycReduced {
  const run = state.run + 1;
  const delayMs = Math.max(retryAfterMs, pollDelayMs(state));
  return [{ ...state, run, polls: state.polls + 1 }, [{ type: "load", run, delayMs }]];
}

export function pollDelayMs({ step, polls }: Pick<KycState, "step" | "polls">): number {
  if (step === "result") return 15_000;
  if (step === "handoff") return 2_000;
  if (polls < 8) return 1_000;
  return polls < 30 ? 2_500 : 5_000;
}

function fresh(state: KycState): KycState {
  return {
    ...state,
    busy: false,
    preparing: false,
    picture: null,
    fileProblem: null,
    problems: [],
    sending: null,
    failure: null,
    stalled: false,
  };
}

const endings = (state: KycState): KycEffect[] =>
  state.sending === null ? [] : [{ type: "endUpload" }];

const problemsOf = (upload: KycUpload | null | undefined) =>
  upload?.state === "refused" ? upload.problems.filter(({ blocking }) => blocking) : [];

const isOpened = ({ handoff }: KycSession) => handoff !== null && handoff.openedAt !== null;

const isExpired = ({ code }: ApiFailure) => code === "client_secret_expired";

const keyOf = ({ kycVerificationId, status, nextAction, sides }: KycSession) =>
  [
    kycVerificationId,
    status,
    nextAction,
    ...sides.map(({ upload }) => `${upload?.state} ${upload?.offset}`),
  ].join();

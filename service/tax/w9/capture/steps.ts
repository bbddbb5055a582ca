import type { CompleteW9, W9Completed, W9Draft, W9Progress } from "#contract/client/w9";
import { maskTin } from "#contract/tin";
import { certificationText, currentW9Form, nameHints } from "#contract/w9-form";
import { addMissingData, lockCustomer } from "../../../customers/profile/index.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { dateIn } from "../../../platform/date-in.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { Answer, AnswerClaim } from "../../../platform/http/idempotency.ts";
import { noteAccess } from "../store/access-log.ts";
import { type SignedForm, sealColumn } from "../store/signed-form.ts";
import { changeForm, moveForm } from "../store/w9-store.ts";
import type { TaxDeps } from "../tax-deps.ts";
import { tellOfForm } from "../tell-of-form.ts";
import { checkForm } from "./check-form.ts";
import { nameOf, presentProgress } from "./session.ts";
import { makeToken } from "./tokens.ts";
import { requirePending, type W9Caller } from "./w9-caller.ts";

/**
 * Keeps what was typed so far, for whoever may see it later: from a caller who has not confirmed
 * anything nothing is kept. The taxpayer number has no place in it.
 */
export async function saveDraft(
  deps: TaxDeps,
  caller: W9Caller,
  draft: W9Draft,
  claim: AnswerClaim,
): Promise<Answer<W9Progress>> {
  return inTransaction(deps.database, async (tx) => {
    await lockCustomer(deps, tx, caller.subject.operatorId, caller.subject.externalCustomerId);
    let row = await requirePending(tx, caller);
    if (caller.confirmedBy !== null && !row.not_us_person) {
      row = await changeForm(deps, tx, row, {
        draft_sealed: sealColumn(deps.keyring, row, "draft_sealed", JSON.stringify(draft)),
      });
      await noteAccess(deps, tx, row, {
        actor: "customer",
        action: "draft_saved",
        from: caller.from,
      });
    }
    const answer = { statusCode: 200, body: presentProgress(row) };
    await claim.store(tx, answer);
    return answer;
  });
}

/** Notes that the page was left: what tells the page that opened it, when it can't see its window. */
export async function leaveForm(
  deps: TaxDeps,
  caller: W9Caller,
  claim: AnswerClaim,
): Promise<Answer<W9Progress>> {
  const { row, from } = caller;
  return inTransaction(deps.database, async (tx) => {
    if (row.status === "pending") {
      await noteAccess(deps, tx, row, { actor: "customer", action: "left", from });
    }
    const answer = { statusCode: 200, body: presentProgress(row) };
    await claim.store(tx, answer);
    return answer;
  });
}

/**
 * The customer says that they are not a US person, or takes it back. A W-9 is not theirs to sign: nothing
 * but that is kept, not even where they called from.
 */
export async function declareNotUsPerson(
  deps: TaxDeps,
  caller: W9Caller,
  notUsPerson: boolean,
  claim: AnswerClaim,
): Promise<Answer<W9Progress>> {
  return inTransaction(deps.database, async (tx) => {
    await lockCustomer(deps, tx, caller.subject.operatorId, caller.subject.externalCustomerId);
    const pending = await requirePending(tx, caller);
    const row = await changeForm(deps, tx, pending, {
      not_us_person: notUsPerson,
      draft_sealed: null,
    });
    const action = notUsPerson ? "declared_not_us_person" : "declared_us_person";
    await noteAccess(deps, tx, row, { actor: "customer", action });
    const answer = { statusCode: 200, body: presentProgress(row) };
    await claim.store(tx, answer);
    return answer;
  });
}

/**
 * Stores the signed form, once: of two at the same moment one wins, the other is 409
 * `w9_already_completed`. With it go the words that were signed, time, address and browser, and the
 * event; the link is dead from here on. What the operator did not know of the customer's name and
 * address is theirs from now on. Throws what checkForm throws, and `w9_form_changed`.
 */
export async function completeForm(
  deps: TaxDeps,
  caller: W9Caller,
  given: CompleteW9,
  claim: AnswerClaim,
): Promise<Answer<W9Completed>> {
  const { clock, keyring } = deps;
  if (given.formRevision !== currentW9Form.revision) throw new ApiError("w9_form_changed");
  const { tin, ...lines } = checkForm(given);
  const { subject, from } = caller;
  const { operatorId, externalCustomerId } = subject;
  const operator = await deps.operators.get(operatorId);
  return inTransaction(deps.database, async (tx) => {
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
    if (!customer) throw new ApiError("resource_not_found");
    const pending = await requirePending(tx, caller);
    if (lines.person) {
      const { firstName, middleName, lastName, suffix } = lines.person;
      // Known names stay together: a middle name from the form does not join another first name.
      const isNameless = customer.data.firstName === null && customer.data.lastName === null;
      const name = { firstName, lastName, middleName: middleName || null, suffix: suffix || null };
      const said = { ...(isNameless ? name : {}), address: lines.address };
      await addMissingData(deps, tx, subject, said);
    }
    const now = new Date(clock.nowMs());
    const form: SignedForm = {
      ...lines,
      revision: given.formRevision,
      accountNumber: externalCustomerId,
      requesterName: operator.name,
      tinLast4: tin.slice(-4),
      backupWithholding: given.backupWithholding,
      certification: certificationText(currentW9Form, given),
      signature: given.signature,
      signedOn: dateIn(operator.settings.timeZone, now.getTime()),
      ...from,
      hints: nameHints({
        classification: lines.classification,
        name: lines.name,
        businessName: lines.businessName ?? "",
        knownName: nameOf(customer) ?? "",
      }),
    };
    const row = await moveForm(deps, tx, pending, "signed", {
      completed_at: now,
      form_revision: form.revision,
      form_sealed: sealColumn(keyring, pending, "form_sealed", JSON.stringify(form)),
      tin_sealed: sealColumn(keyring, pending, "tin_sealed", tin),
      tin_index: keyring.blindIndex(operatorId, "w9_forms.tin", tin),
      backup_withholding: form.backupWithholding,
      confirmed_by: caller.confirmedBy,
      not_us_person: false,
      draft_sealed: null,
      ...(deps.canMatch ? { tin_match: "pending" as const, match_due_at: now } : {}),
    });
    await noteAccess(deps, tx, row, { actor: "customer", action: "signed", from });
    await tellOfForm(deps, tx, row, "customer_w9_completed", null);
    const { token, expiresAt } = makeToken(deps, row, "receipt");
    const answer = {
      statusCode: 200,
      body: {
        ...presentProgress(row),
        completedAt: now.toISOString(),
        formRevision: form.revision,
        name: form.name,
        tin: maskTin(form.tinLast4, form.tinBox),
        backupWithholding: form.backupWithholding,
        receipt: token,
        receiptExpiresAt: expiresAt,
      },
    };
    await claim.store(tx, answer);
    return answer;
  });
}

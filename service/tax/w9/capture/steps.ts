import type { CompleteW9, W9Completed, W9Draft, W9Progress } from "#contract/client/w9";
import { maskTin } from "#contract/tin";
import { certificationText, currentW9Form, nameHints } from "#contract/w9-form";
import {
  addMissingData,
  lockCustomer,
  lockExistingCustomer,
} from "../../../customers/profile/index.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { dateIn } from "../../../platform/date-in.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { ApiResponse, ResponseClaim } from "../../../platform/http/idempotency.ts";
import { recordFormEvent } from "../form-events.ts";
import { logAccess } from "../store/access-log.ts";
import { type SignedForm, sealColumn } from "../store/signed-form.ts";
import { changeForm, moveForm } from "../store/w9-store.ts";
import type { TaxDeps } from "../tax-deps.ts";
import { checkForm } from "./check-form.ts";
import { nameOf, presentProgress } from "./session.ts";
import { makeToken } from "./tokens.ts";
import { requirePending, type W9Caller } from "./w9-caller.ts";

/** Saves the draft without the TIN. Saves nothing for a caller who has not confirmed who they are. */
export async function saveDraft(
  deps: TaxDeps,
  caller: W9Caller,
  draft: W9Draft,
  claim: ResponseClaim,
): Promise<ApiResponse<W9Progress>> {
  return inTransaction(deps.database, async (tx) => {
    const { operatorId, externalCustomerId } = caller.subject;
    await lockExistingCustomer(tx, operatorId, externalCustomerId);
    let row = await requirePending(tx, caller);
    if (caller.confirmedBy !== null && !row.not_us_person) {
      row = await changeForm(deps, tx, row, {
        draft_sealed: sealColumn(deps.keyring, row, "draft_sealed", JSON.stringify(draft)),
      });
      await logAccess(deps, tx, row, {
        actor: "customer",
        action: "draft_saved",
        from: caller.from,
      });
    }
    const response = { statusCode: 200, body: presentProgress(row) };
    await claim.store(tx, response);
    return response;
  });
}

/** Logs that the customer left: the page that opened the form may not be able to see that its window was closed. */
export async function leaveForm(
  deps: TaxDeps,
  caller: W9Caller,
  claim: ResponseClaim,
): Promise<ApiResponse<W9Progress>> {
  const { row, from } = caller;
  return inTransaction(deps.database, async (tx) => {
    if (row.status === "pending") {
      await logAccess(deps, tx, row, { actor: "customer", action: "left", from });
    }
    const response = { statusCode: 200, body: presentProgress(row) };
    await claim.store(tx, response);
    return response;
  });
}

/**
 * The customer declares that they are not a US person, or withdraws that. They must not sign a W-9, so only the
 * declaration is stored, without address and browser.
 */
export async function declareNotUsPerson(
  deps: TaxDeps,
  caller: W9Caller,
  notUsPerson: boolean,
  claim: ResponseClaim,
): Promise<ApiResponse<W9Progress>> {
  return inTransaction(deps.database, async (tx) => {
    const { operatorId, externalCustomerId } = caller.subject;
    await lockExistingCustomer(tx, operatorId, externalCustomerId);
    const pending = await requirePending(tx, caller);
    const row = await changeForm(deps, tx, pending, {
      not_us_person: notUsPerson,
      draft_sealed: null,
    });
    const action = notUsPerson ? "declared_not_us_person" : "declared_us_person";
    await logAccess(deps, tx, row, { actor: "customer", action });
    const response = { statusCode: 200, body: presentProgress(row) };
    await claim.store(tx, response);
    return response;
  });
}

/**
 * Stores the signed form once, with text, time, address and browser, and sends its event; the link then expires. The
 * second of two concurrent requests gets 409 `w9_already_completed`. Adds name and address to a customer without them.
 * Throws like checkForm, and `w9_form_changed`.
 */
export async function completeForm(
  deps: TaxDeps,
  caller: W9Caller,
  given: CompleteW9,
  claim: ResponseClaim,
): Promise<ApiResponse<W9Completed>> {
  const { clock, keyring } = deps;
  if (given.formRevision !== currentW9Form.revision) throw new ApiError("w9_form_changed");
  const { tin, ...lines } = checkForm(given);
  const { subject, from } = caller;
  const { operatorId, externalCustomerId } = subject;
  const operator = await deps.operators.get(operatorId);
  return inTransaction(deps.database, async (tx) => {
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
    if (!customer) throw new ApiError("resource_not_found");
    if (lines.person) {
      const { firstName, middleName, lastName, suffix } = lines.person;
      // The form's middle name does not belong to another first name.
      const isNameless = customer.data.firstName === null && customer.data.lastName === null;
      const name = { firstName, lastName, middleName: middleName || null, suffix: suffix || null };
      const said = { ...(isNameless ? name : {}), address: lines.address };
      await addMissingData(deps, tx, subject, said);
    }
    // A new name may have renewed the link.
    const pending = await requirePending(tx, caller);
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
    await logAccess(deps, tx, row, { actor: "customer", action: "signed", from });
    await recordFormEvent(deps, tx, row, "customer_w9_completed", null);
    const { token, expiresAt } = makeToken(deps, row, "receipt");
    const response = {
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
    await claim.store(tx, response);
    return response;
  });
}

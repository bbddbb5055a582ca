import type { W9Draft, W9Progress, W9Session } from "#contract/client/w9";
import { currentW9Form } from "#contract/w9-form";
import { findCustomer, type KnownCustomer } from "../../../customers/profile/index.ts";
import { maskPhoneNumber } from "../../../customers/text-messages/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import { unlessBroken } from "../../../platform/secrets/seal.ts";
import { logAccess } from "../store/access-log.ts";
import { openDraft } from "../store/signed-form.ts";
import type { W9FormRow } from "../tables.ts";
import type { TaxDeps } from "../tax-deps.ts";
import { hasKnownBirthDate, maxConfirmFailures } from "./confirm.ts";
import type { W9Caller } from "./w9-caller.ts";

/** Opens the form's page. Logs the access before it returns data. */
export async function openSession(deps: TaxDeps, caller: W9Caller): Promise<W9Session> {
  const { row, subject, confirmedBy } = caller;
  const isPending = row.status === "pending";
  if (isPending) {
    const { kysely } = deps.database;
    await logAccess(deps, kysely, row, { actor: "customer", action: "opened", from: caller.from });
  }
  const customer = await findCustomer(deps, subject.operatorId, subject.externalCustomerId);
  if (!customer) throw new ApiError("resource_not_found");
  const operator = await deps.operators.get(subject.operatorId);
  const isConfirmed = isPending && confirmedBy !== null;
  const confirmBy = isPending && !isConfirmed ? confirmationMethods(deps, row, customer) : [];
  const { phoneNumber } = customer.data;
  return {
    ...presentProgress(row),
    operator: { name: operator.name },
    formRevision: row.form_revision ?? currentW9Form.revision,
    isConfirmed,
    confirmBy,
    phoneNumber:
      confirmBy.includes("phone") && phoneNumber !== null ? maskPhoneNumber(phoneNumber) : null,
    prefill: isConfirmed
      ? // Without a damaged draft, the customer types the lines again.
        (unlessBroken(() => openDraft(deps.keyring, row)) ?? knownLines(customer))
      : null,
    knownName: isConfirmed ? nameOf(customer) : null,
    expiresAt: row.link_expires_at.toISOString(),
    serverTime: new Date(deps.clock.nowMs()).toISOString(),
  };
}

/** The form's progress without personal data. */
export function presentProgress(row: W9FormRow): W9Progress {
  return { w9Id: row.w9_id, status: row.status, notUsPerson: row.not_us_person };
}

/** The customer's name; null if unknown. */
export function nameOf({ data }: Pick<KnownCustomer, "data">): string | null {
  const parts = [data.firstName, data.middleName, data.lastName, data.suffix];
  return parts.filter((part) => part !== null).join(" ") || null;
}

/** Methods with data on file; a date of birth only while attempts are left. */
function confirmationMethods(
  deps: Pick<TaxDeps, "sms">,
  row: W9FormRow,
  customer: KnownCustomer,
): string[] {
  const { phoneNumber } = customer.data;
  const canGuess = row.confirm_failures < maxConfirmFailures;
  return [
    ...(canGuess && hasKnownBirthDate(customer) ? ["date_of_birth"] : []),
    ...(phoneNumber !== null && deps.sms.sender !== null ? ["phone"] : []),
  ];
}

function knownLines({ data }: KnownCustomer): W9Draft {
  const address = Object.fromEntries(
    Object.entries(data.address ?? {}).filter(([, part]) => part !== null),
  );
  return {
    ...(data.firstName === null ? {} : { firstName: data.firstName }),
    ...(data.middleName === null ? {} : { middleName: data.middleName }),
    ...(data.lastName === null ? {} : { lastName: data.lastName }),
    ...(data.suffix === null ? {} : { suffix: data.suffix }),
    ...(data.address === null ? {} : { address }),
  };
}

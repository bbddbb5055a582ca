import { type StaffRole, staffRoles } from "#contract/console/roles";
import { login } from "#contract/console/session";
import type { CommandFamily } from "../../platform/domain.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import {
  CommandRefused,
  findDemoOperator,
  formatColumns,
  parseApprovalLimits,
  parseArguments,
  requireOperator,
} from "../accounts/index.ts";
import { invitationUrl } from "./invitations.ts";
import {
  changeStaff,
  inviteStaff,
  listStaff,
  removeStaff,
  renewInvitation,
} from "./manage-staff.ts";
import type { StaffDeps } from "./staff-deps.ts";
import { emailIndexOf, findByEmail, openStaff } from "./staff-store.ts";
import { totpCode, totpStep, totpStepEndMs } from "./totp.ts";

const usage = `  staff invite <operatorId> <email> [--role viewer|reviewer|admin]
                                                 invite a staff member; admin by default
  staff list <operatorId>
  staff reset <email>                            create a new link; reset password and second factor
  staff lock|unlock|remove <email>
  staff limit <email> USD=1000,…|none            change the approval limit per day
  staff code <email>                             the app's current code (demo operator only)`;

export function staffCommands(deps: StaffDeps): CommandFamily {
  return {
    name: "staff",
    usage,
    async run(args) {
      try {
        return await dispatch(deps, args);
      } catch (error) {
        if (error instanceof ApiError && error.statusCode < 500) {
          throw new CommandRefused(error.message);
        }
        throw error;
      }
    },
  };
}

async function dispatch(deps: StaffDeps, [command, ...rest]: readonly string[]): Promise<string> {
  switch (command) {
    case "invite":
      return invite(deps, rest);
    case "list":
      return list(deps, rest);
    case "reset": {
      const key = await keyOf(deps, rest);
      return linkText(deps, await renewInvitation(deps, key));
    }
    case "lock":
    case "unlock": {
      const { version, ...key } = await keyOf(deps, rest);
      await changeStaff(deps, key, { version, locked: command === "lock" });
      return `${command}ed`;
    }
    case "limit": {
      const limits = rest[1];
      if (!limits) throw new CommandRefused("staff limit needs <email> and USD=1000,… or none");
      const { version, ...key } = await keyOf(deps, rest);
      await changeStaff(deps, key, { version, approvalLimits: parseApprovalLimits(limits) });
      return "limited";
    }
    case "remove": {
      const { version, ...key } = await keyOf(deps, rest);
      await removeStaff(deps, key, version);
      return "removed";
    }
    case "code":
      return code(deps, rest);
    default:
      throw new CommandRefused(
        "staff needs invite, list, reset, lock, unlock, limit, remove or code",
      );
  }
}

async function invite(deps: StaffDeps, args: readonly string[]): Promise<string> {
  const { positions, options } = parseArguments(args, ["role"]);
  const [operatorId, given] = positions;
  if (!operatorId || !given || positions.length > 2) {
    throw new CommandRefused("staff invite needs <operatorId> and <email>");
  }
  await requireOperator(deps, operatorId);
  const email = login.shape.email.safeParse(given);
  if (!email.success) throw new CommandRefused(`${given} is not an e-mail address.`);
  const role: StaffRole | undefined = staffRoles.find(
    (staffRole) => staffRole === (options.get("role") ?? "admin"),
  );
  if (!role) throw new CommandRefused(`--role must be one of ${staffRoles.join(", ")}`);
  const key = { operatorId, actor: { kind: "command" } as const };
  return linkText(deps, await inviteStaff(deps, key, { email: email.data, role }));
}

function linkText(deps: StaffDeps, invitation: { token: string; expiresAt: Date }): string {
  return [
    `invitation  ${invitationUrl(deps, invitation.token)}`,
    `It works once, until ${invitation.expiresAt.toISOString()}, and is not shown again.`,
  ].join("\n");
}

async function list(deps: StaffDeps, args: readonly string[]): Promise<string> {
  const [operatorId] = parseArguments(args).positions;
  if (!operatorId) throw new CommandRefused("staff list needs <operatorId>");
  await requireOperator(deps, operatorId);
  const members = await listStaff(deps, operatorId);
  if (members.length === 0) return "no staff; add people with staff invite";
  return formatColumns(
    members.map((member) => [
      member.staffId,
      member.email,
      member.name ?? "",
      member.role,
      member.status,
      member.lastLoginAt ? `last login ${member.lastLoginAt}` : "",
    ]),
  );
}

/** Finds a staff member by e-mail address. */
async function keyOf(deps: StaffDeps, args: readonly string[]) {
  const [email] = parseArguments(args).positions;
  if (!email) throw new CommandRefused("this command needs <email>");
  const staff = await findByEmail(deps.database.kysely, emailIndexOf(deps.keyring, email));
  if (!staff) throw new CommandRefused(`No account has the address ${email}.`);
  const { operator_id: operatorId, staff_id: staffId, version } = staff;
  return { operatorId, staffId, version, actor: { kind: "command" } as const };
}

/**
 * Shows the code that an authenticator app would show, because the demo operator's staff have no phone. If that code
 * was used already, shows the next one.
 */
async function code(deps: StaffDeps, args: readonly string[]): Promise<string> {
  const { operatorId, staffId } = await keyOf(deps, args);
  const isDemo = (await findDemoOperator(deps.database)) === operatorId;
  if (deps.config.environment !== "sandbox" || !isDemo) {
    throw new CommandRefused(
      "Codes are shown only for the demo operator. Use your authenticator app.",
    );
  }
  const staff = await deps.database.kysely
    .selectFrom("staff")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("staff_id", "=", staffId)
    .executeTakeFirstOrThrow();
  await deps.keyring.load(operatorId);
  const secret = openStaff(deps.keyring, staff, "totp_sealed");
  if (secret === null) throw new CommandRefused("This account has no second factor yet.");
  const nowMs = deps.machineClock.nowMs();
  const step = Math.max(totpStep(nowMs), staff.totp_last_step + 1);
  if (step > totpStep(nowMs) + 1) {
    const seconds = Math.ceil((totpStepEndMs(totpStep(nowMs)) - nowMs) / 1000);
    throw new CommandRefused(
      `Both current codes were used. The next one is available in ${seconds} seconds.`,
    );
  }
  return totpCode(Buffer.from(secret, "base64"), step);
}

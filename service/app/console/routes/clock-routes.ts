import * as z from "zod/mini";
import { permissionsOfRole, type StaffRole } from "#contract/console/roles";
import { type ConsoleClock, consoleClock } from "#contract/console/sandbox-clock";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";

const nextDaySeconds = 24 * 60 * 60;

/** Registers the clock: all staff see it, and admins move it to the next day. */
export function registerClockRoutes(app: HttpServer, { sandboxClock }: ConsoleDeps): void {
  const present = async (
    { operatorId, role }: { operatorId: string; role: StaffRole },
    settled: boolean,
  ): Promise<ConsoleClock> => {
    const { time, offsetSeconds } = sandboxClock.read();
    const isAdmin = permissionsOfRole[role].includes("settings.write");
    const mayMove = isAdmin && (await sandboxClock.mayMove(operatorId));
    return { time, offsetSeconds, mayMove, settled };
  };

  app.get(
    `${consoleApi}/sandbox-clock`,
    consoleRoute("own_account", { response: consoleClock }),
    (request) => present(staffOf(request), true),
  );

  app.post(
    `${consoleApi}/sandbox-clock/next-day`,
    consoleRoute("settings.write", { body: z.strictObject({}), response: consoleClock }),
    async (request) => {
      const staff = staffOf(request);
      const mover = {
        operatorId: staff.operatorId,
        actor: { kind: "staff", staffId: staff.staffId } as const,
      };
      const { settled } = await sandboxClock.move(mover, { advance: nextDaySeconds });
      return present(staff, settled);
    },
  );
}

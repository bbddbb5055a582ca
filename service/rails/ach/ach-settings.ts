import { resolve } from "node:path";
import { isRoutingNumber } from "#contract/routing-number";
import { ConfigError, timeOfDay, wholeNumber } from "../../platform/config-values.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";
import type { Origination } from "../../providers/nacha/index.ts";

export interface AchSettings {
  ach: {
    /** Contains `outbox` for files to the bank, and `inbox` for the bank's files. */
    folder: string;
    /** `HH:MM` in New York. Later orders go out with the next banking day's file. */
    cutOff: string;
    /** Days until files in the folder are deleted. */
    retentionDays: number;
    /** Undefined: ACH is off. Without settings the sandbox uses a made-up bank. */
    origination: Origination | undefined;
  };
}

export function achSettings(source: SettingsSource): Readers<AchSettings> {
  const { text } = source;
  return {
    ach: () => ({
      folder: resolve(text("ACH_FOLDER") ?? `${text("TESSERA_DATA_DIR") ?? ".data"}/ach`),
      cutOff: timeOfDay("ACH_CUT_OFF", text("ACH_CUT_OFF") ?? "17:00"),
      retentionDays: wholeNumber("ACH_FILE_DAYS", text("ACH_FILE_DAYS") ?? "90", 1, 3_650),
      origination: achOrigination(source),
    }),
  };
}

/** The sandbox's receiving bank accepts files of this originator. */
const sandboxOrigination = {
  odfiRoutingNumber: "120000003",
  odfiName: "Sandbox ODFI",
  companyId: "1000000001",
  originName: "Tessera Sandbox",
};

export function isSandboxOrigination({ odfiRoutingNumber }: Origination): boolean {
  return odfiRoutingNumber === sandboxOrigination.odfiRoutingNumber;
}

function achOrigination({ text, environment }: SettingsSource): Origination | undefined {
  const [odfiRoutingNumber, odfiName, companyId, originName] = [
    text("ACH_ODFI_ROUTING_NUMBER"),
    text("ACH_ODFI_NAME"),
    text("ACH_COMPANY_ID"),
    text("ACH_ORIGIN_NAME"),
  ];
  if (!odfiRoutingNumber && !odfiName && !companyId && !originName) {
    return environment === "sandbox" ? sandboxOrigination : undefined;
  }
  if (!odfiRoutingNumber || !odfiName || !companyId || !originName) {
    throw new ConfigError(
      "ACH_ODFI_ROUTING_NUMBER, ACH_ODFI_NAME, ACH_COMPANY_ID and ACH_ORIGIN_NAME must be set together",
    );
  }
  if (!isRoutingNumber(odfiRoutingNumber)) {
    throw new ConfigError("ACH_ODFI_ROUTING_NUMBER must be a bank's routing number of nine digits");
  }
  if (!/^[A-Za-z0-9]{1,10}$/.test(companyId)) {
    throw new ConfigError("ACH_COMPANY_ID must be 1 to 10 letters and digits");
  }
  return { odfiRoutingNumber, odfiName, companyId, originName };
}

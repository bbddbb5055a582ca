import { expect, it } from "vitest";
import { chooseMessageVersion } from "./message-version.ts";

function choose(acs: [string, string], ds: [string, string] = ["2.1.0", "2.2.0"]) {
  return chooseMessageVersion({
    acsStartProtocolVersion: acs[0],
    acsEndProtocolVersion: acs[1],
    dsStartProtocolVersion: ds[0],
    dsEndProtocolVersion: ds[1],
  });
}

it("chooses the newest version that server, directory and ACS share", () => {
  expect(choose(["2.1.0", "2.2.0"])).toBe("2.2.0");
  expect(choose(["2.1.0", "2.1.0"])).toBe("2.1.0");
  expect(choose(["2.1.0", "2.10.0"])).toBe("2.2.0");
  expect(choose(["2.2.0", "2.2.0"], ["2.1.0", "2.1.0"])).toBeNull();
  expect(choose(["2.3.1", "2.3.1"])).toBeNull();
});

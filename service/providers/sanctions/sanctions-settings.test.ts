import { expect, test } from "vitest";
import { openSettings } from "../../platform/config.ts";
import { SettingProblems } from "../../platform/settings-source.ts";
import { sanctionsSettings } from "./sanctions-settings.ts";

const all = (env: Record<string, string>) => {
  const problems = new SettingProblems();
  return problems.readAll(sanctionsSettings(openSettings(env, problems)));
};
const read = (env: Record<string, string> = {}) => all(env).sanctionsList;

test("the sandbox has its own list, and files are named after their paths", () => {
  expect(read()).toEqual([{ name: "sdn", location: "http://127.0.0.1:4200/sanctions/sdn.xml" }]);
  expect(read({ SANCTIONS_LIST: "off" })).toEqual([]);
  expect(read({ SANCTIONS_LIST: "ofac" }).map(({ name }) => name)).toEqual(["sdn", "consolidated"]);
  expect(read({ SANCTIONS_LIST: "https://a.example/SDN.XML, /srv/more.xml" })).toEqual([
    { name: "sdn", location: "https://a.example/SDN.XML" },
    { name: "more", location: "/srv/more.xml" },
  ]);
});

test("production screens nobody until the settings name a list, and fetches it encrypted", () => {
  const production = { TESSERA_ENV: "production", PUBLIC_URL: "https://pay.example" };
  expect(read(production)).toEqual([]);
  expect(read({ ...production, SANCTIONS_LIST: "ofac" })).toHaveLength(2);
  const plain = { ...production, SANCTIONS_LIST: "http://a.example/sdn.xml" };
  expect(() => read(plain)).toThrow("must be an https address");
});

test.each([
  ["SANCTIONS_LIST", "ftp://a.example/sdn.xml", "must be an http or https address"],
  ["SANCTIONS_LIST", "/a/sdn.xml /b/sdn.xml", "two files have the same name"],
  ["SANCTIONS_LIST", "https://a.example/", "a file's name needs"],
  ["SANCTIONS_LIST", Array.from({ length: 11 }, (_, at) => `/f${at}.xml`).join(), "more than 10"],
  ["SANCTIONS_MIN_SCORE", "30", "from 70 to 100"],
  ["SANCTIONS_STALE_DAYS", "0", "from 1 to 60"],
])("%s=%s is refused", (name, value, message) => {
  expect(() => read({ [name]: value })).toThrow(message);
});

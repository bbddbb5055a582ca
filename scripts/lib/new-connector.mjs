/** `npx tessera connectors new <name>`: makes the skeleton of a connector in this checkout, without a service. */
import { fileURLToPath } from "node:url";
import { makeConnector, NotMade } from "./connector-skeleton.mjs";

/**
 * Runs the command and prints what it made.
 *
 * @param {string[]} words the arguments after `connectors new`
 */
export function newConnector(words) {
  const [name, ...others] = words;
  try {
    if (!name || others.length > 0) throw new NotMade("connectors new needs the name of a vendor");
    const { created, changed } = makeConnector(
      fileURLToPath(new URL("../..", import.meta.url)),
      name,
    );
    const lines = [
      ...created.map((path) => `  new      ${path}`),
      ...changed.map((path) => `  changed  ${path}`),
    ];
    console.log(`Made the connector ${name}:

${lines.join("\n")}

What is left to write, one failing test for each:

  npm test -- service/providers/processor/${name}

docs/connectors/add-a-vendor.md has the steps.`);
  } catch (error) {
    if (!(error instanceof NotMade)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

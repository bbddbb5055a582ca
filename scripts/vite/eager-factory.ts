import type { Plugin } from "vite";

/** What the wrapper of a UMD file is made into: see the two functions below. */
export function eagerFactory(): Plugin {
  return {
    name: "tessera:eager-factory",
    enforce: "post",
    generateBundle({ format }, bundle) {
      if (format !== "umd") return;
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk") file.code = bracketFactory(alwaysGlobal(file.code));
      }
    },
  };
}

/**
 * Sets the global also in pages that have an AMD loader: a script tag is none of the loader's, which would keep the
 * script to itself, run it when nobody can tell any more where it came from, and take the next one that it loads for
 * it ("Mismatched anonymous define"). What RequireJS itself loads is marked and defined as ever.
 * Throws where the file isn't the UMD wrapper that is known.
 */
export function alwaysGlobal(code: string): string {
  const set = code.replace(
    /typeof define\s*==\s*[`"']function[`"']\s*&&\s*define\.amd\s*\?\s*define\(\[\],\s*(\w+)\)\s*:\s*\((\w+)\s*=\s*typeof globalThis[^,]*,\s*\2\.(\w+)\s*=\s*\1\(\)\)/,
    "($2=globalThis,$1=$2.$3=$1(),typeof define==`function`&&define.amd&&$2.document?.currentScript?.dataset.requiremodule&&define([],()=>$1))",
  );
  if (set === code) throw new Error("The UMD file has another wrapper than is known.");
  return set;
}

/**
 * Puts the function that a UMD file passes to its wrapper into brackets. Engines take that as the sign of a
 * function that is called at once; without it they read the whole script twice, first only for its limits.
 * Throws where the file isn't a UMD wrapper with its factory as last argument.
 */
export function bracketFactory(code: string): string {
  const bracketed = code.replace(
    /\}\)\(this,\s*(function\(\)\s*\{[\s\S]*\})\);?\s*$/,
    "})(this,($1));\n",
  );
  if (bracketed === code) throw new Error("The UMD file has another wrapper than is known.");
  return bracketed;
}

import type { Plugin } from "vite";

/**
 * Chromium 136 and later compile every function of a script that starts with this line while they download it, not on
 * the page's main thread at each first call. Nearly all of the SDK runs in `mount` or at the frame's first message. To
 * other browsers the line is a comment.
 */
const compileHint = "//# allFunctionsCalledOnLoad\n";

export function eagerFactory(): Plugin {
  return {
    name: "tessera:eager-factory",
    enforce: "post",
    generateBundle({ format }, bundle) {
      if (format !== "umd") return;
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk")
          file.code = compileHint + bracketFactory(alwaysGlobal(file.code));
      }
    },
  };
}

/**
 * Sets the global even on pages with an AMD loader. The loader has not requested a script that a script tag loads: it
 * would keep the module to itself, run it when the script's address is no longer known, and mistake it for the next
 * module ("Mismatched anonymous define"). A script that RequireJS loads is marked, and is defined as usual. Throws
 * unless the file has the known UMD wrapper.
 */
export function alwaysGlobal(code: string): string {
  const set = code.replace(
    /typeof define\s*==\s*[`"']function[`"']\s*&&\s*define\.amd\s*\?\s*define\(\[\],\s*(\w+)\)\s*:\s*\((\w+)\s*=\s*typeof globalThis[^,]*,\s*\2\.(\w+)\s*=\s*\1\(\)\)/,
    "($2=globalThis,$1=$2.$3=$1(),typeof define==`function`&&define.amd&&$2.document?.currentScript?.dataset.requiremodule&&define([],()=>$1))",
  );
  if (set === code) throw new Error("The UMD file has an unknown wrapper.");
  return set;
}

/**
 * Puts parentheses around the function that a UMD file passes to its wrapper: engines then expect a call at once;
 * without them they parse the whole script twice. Throws unless the file is a UMD wrapper with its factory as the last
 * argument.
 */
export function bracketFactory(code: string): string {
  const bracketed = code.replace(
    /\}\)\(this,\s*(function\(\)\s*\{[\s\S]*\})\);?\s*$/,
    "})(this,($1));\n",
  );
  if (bracketed === code) throw new Error("The UMD file has an unknown wrapper.");
  return bracketed;
}

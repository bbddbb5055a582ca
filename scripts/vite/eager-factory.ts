import type { Plugin } from "vite";

/**
 * Puts the function that a UMD file passes to its wrapper into brackets. Engines take that as the sign of a
 * function that is called at once; without it they read the whole script twice, first only for its limits.
 */
export function eagerFactory(): Plugin {
  return {
    name: "tessera:eager-factory",
    enforce: "post",
    generateBundle({ format }, bundle) {
      if (format !== "umd") return;
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk") file.code = bracketFactory(file.code);
      }
    },
  };
}

/** Throws where the file isn't a UMD wrapper with its factory as last argument. */
export function bracketFactory(code: string): string {
  const bracketed = code.replace(
    /\}\)\(this,\s*(function\(\)\s*\{[\s\S]*\})\);?\s*$/,
    "})(this,($1));\n",
  );
  if (bracketed === code) throw new Error("The UMD file has another wrapper than is known.");
  return bracketed;
}

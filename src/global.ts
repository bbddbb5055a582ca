import { Tessera } from "./tessera.ts";
import { TesseraError } from "./tessera-error.ts";

/**
 * The class `Tessera`: the only global that `<script src=".../tessera.js">` adds. For `require("tessera")` it has
 * itself and TesseraError as properties.
 */
const exported: typeof Tessera & {
  Tessera: typeof Tessera;
  TesseraError: typeof TesseraError;
} = Object.assign(Tessera, { Tessera, TesseraError });
export default exported;

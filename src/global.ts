import { Tessera } from "./tessera.ts";
import { TesseraError } from "./tessera-error.ts";

/**
 * What `<script src=".../tessera.js">` leaves in the page: one global, the class `Tessera`. For
 * `require("tessera")` it carries itself and TesseraError by name.
 */
const exported: typeof Tessera & {
  Tessera: typeof Tessera;
  TesseraError: typeof TesseraError;
} = Object.assign(Tessera, { Tessera, TesseraError });
export default exported;

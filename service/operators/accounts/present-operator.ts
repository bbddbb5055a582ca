import type * as z from "zod/mini";
import type { shownOperator } from "#contract/client/operator";
import type { Operator } from "./operators.ts";

export const presentOperator = ({
  name,
  logo,
}: Pick<Operator, "name" | "logo">): z.infer<typeof shownOperator> => ({
  name,
  ...(logo === undefined ? {} : { logo }),
});

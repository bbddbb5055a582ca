import type { FastifyReply, FastifyRequest } from "fastify";
import type { BuiltFile } from "./built-files.ts";

/**
 * Sends a file in the best encoding that the browser accepts, or 304. `variant` adds the response's other inputs to the
 * ETag (the policy in its headers). Any site can load the file unless the reply has another resource policy.
 */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: BuiltFile,
  variant = "",
): FastifyReply {
  const encoding = chooseEncoding(request.headers["accept-encoding"], file);
  const etag = `"${file.digest.slice(0, 22)}${variant}-${encoding}"`;
  reply
    .header("content-type", file.contentType)
    .header("vary", [reply.getHeader("vary"), "Accept-Encoding"].filter(Boolean).join(", "))
    .header("etag", etag);
  if (!reply.hasHeader("cross-origin-resource-policy")) {
    reply.header("cross-origin-resource-policy", "cross-origin");
  }
  const known = request.headers["if-none-match"]
    ?.split(/,\s*/)
    .map((tag) => tag.replace(/^W\//, ""));
  if (known?.includes(etag)) return reply.code(304).send();
  if (encoding !== "plain") reply.header("content-encoding", encoding);
  return reply.send(file[encoding]);
}

/** `br` or else `gzip`, if the header allows it and the file has it (RFC 9110 §12.5.3). */
export function chooseEncoding(
  header: string | undefined,
  file: Pick<BuiltFile, "br" | "gzip">,
): "br" | "gzip" | "plain" {
  const accepted = new Map(
    (header ?? "").split(",").map((part): [string, boolean] => {
      // A pattern with blanks around it would take quadratic time in a header full of blanks.
      const [name = "", ...parameters] = part
        .toLowerCase()
        .split(";")
        .map((each) => each.trim());
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
    }),
  );
  const takes = (name: string) => accepted.get(name) ?? accepted.get("*") ?? false;
  if (file.br && takes("br")) return "br";
  return file.gzip && takes("gzip") ? "gzip" : "plain";
}

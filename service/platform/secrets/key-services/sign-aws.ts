import { createHash, createHmac } from "node:crypto";

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The token of temporary credentials. */
  readonly sessionToken?: string | undefined;
}

/** A request to sign. `url` has no fragment; its path is already encoded. */
export interface AwsRequest {
  readonly method: string;
  readonly url: string;
  /** The other headers. `host` and `x-amz-date` are added. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest();

/**
 * Signs a request with AWS Signature Version 4 (AWS General Reference, "Signature Version 4 signing process") and
 * returns the headers to send. AWS's published vectors test it.
 */
export function signAwsRequest(
  { method, url, headers, body }: AwsRequest,
  { region, service }: { readonly region: string; readonly service: string },
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
  nowMs: number,
): Record<string, string> {
  const { host, pathname, searchParams } = new URL(url);
  const date = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, "");
  const signed: Record<string, string> = {
    ...headers,
    "x-amz-date": date,
    ...(sessionToken === undefined ? {} : { "x-amz-security-token": sessionToken }),
  };
  const canonical = Object.entries({ ...signed, host })
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/ +/g, " ")] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const names = canonical.map(([name]) => name).join(";");
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const request = [
    method,
    pathname,
    query,
    ...canonical.map(([name, value]) => `${name}:${value}`),
    "",
    names,
    sha256(body),
  ].join("\n");
  const scope = `${date.slice(0, 8)}/${region}/${service}/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", date, scope, sha256(request)].join("\n");
  const dayKey = hmac(`AWS4${secretAccessKey}`, date.slice(0, 8));
  const key = hmac(hmac(hmac(dayKey, region), service), "aws4_request");
  const signature = hmac(key, text).toString("hex");
  return {
    ...signed,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

/** Encodes all but the unreserved characters of RFC 3986. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

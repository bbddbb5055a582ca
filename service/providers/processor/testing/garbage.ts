import fc from "fast-check";

/** Responses that a processor should never send. */
export const garbage = fc.oneof(
  fc.record({ status: fc.integer({ min: 200, max: 599 }), body: fc.jsonValue() }),
  fc.record({
    status: fc.constantFrom(200, 201, 202, 302, 400, 404, 409, 429, 500, 502, 503),
    body: fc.constantFrom(
      ...["", "<html></html>", "null", "[]", "{}", '{"status":"approved"}', "{", "\uFEFF{}"],
      ...["response=1", "response=1&response_code=100&transactionid=1", "response=1&response=2"],
      ...["<nm_response>", "<nm_response><transaction/></nm_response>"],
    ),
  }),
);

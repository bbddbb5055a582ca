import * as z from "zod/mini";
import { parseJsonBody } from "../../http/parse-json-body.ts";
import { json, type SandboxResponse, type Silence } from "../../http/response.ts";
import type { Exchange, Handler, Route } from "../../http/router.ts";
import type { ProcessorParts } from "../../processors/processor-routes.ts";
import { error, type Idempotency } from "./idempotency.ts";
import { afterExecution, badRequest, beforeExecution, read } from "./stripe-responses.ts";
import type { StripeWebhooks } from "./stripe-webhooks.ts";

const base = "/vendors/stripe";
const name = "stripe";

const evidenceTexts = [
  ..."access_activity_log billing_address cancellation_policy_disclosure cancellation_rebuttal".split(
    " ",
  ),
  ..."customer_email_address customer_name customer_purchase_ip duplicate_charge_explanation".split(
    " ",
  ),
  ..."product_description refund_policy_disclosure refund_refusal_explanation service_date".split(
    " ",
  ),
  ..."shipping_address shipping_carrier shipping_date shipping_tracking_number".split(" "),
  "uncategorized_text",
];
const evidenceFiles = [
  ..."cancellation_policy customer_communication customer_signature receipt refund_policy".split(
    " ",
  ),
  ..."duplicate_charge_documentation service_documentation shipping_documentation".split(" "),
  "uncategorized_file",
];

const updateForm = z.strictObject({
  evidence: z.record(z.enum([...evidenceTexts, ...evidenceFiles]), z.optional(z.string())),
  metadata: z.optional(z.record(z.string(), z.string())),
  submit: z.enum(["true", "false"]),
});

/** `POST /admin/stripe/disputes`: the event of a charge's dispute. */
const disputeOrder = z.strictObject({
  chargeId: z.string(),
  type: z._default(z.enum(["created", "updated", "closed", "funds_withdrawn"]), "created"),
  status: z._default(z.string(), "needs_response"),
  reason: z._default(z.string(), "fraudulent"),
});

interface Dispute {
  readonly id: string;
  readonly charge: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  readonly brand: string;
  readonly dueBy: number;
  status: string;
  evidence: Record<string, string>;
  metadata: Record<string, string>;
  submissions: number;
}

/** Stripe's disputes: events, evidence and its files, in memory. */
export function stripeDisputeRoutes(
  { deps, book, faults }: Pick<ProcessorParts, "deps" | "book" | "faults">,
  webhooks: StripeWebhooks,
  idempotency: Idempotency,
  guarded: (handler: Handler) => Handler,
): Route[] {
  const disputes = new Map<string, Dispute>();
  const files = new Set<string>();
  const keyed = (handler: Handler) => guarded(idempotency.around(handler));
  let events = 0;

  function announce(dispute: Dispute, type: string): void {
    events += 1;
    webhooks.announce(`${dispute.id} ${events}`, `charge.dispute.${type}`, show(dispute));
  }

  function order({ body }: Exchange): SandboxResponse {
    const request = parseJsonBody(disputeOrder, body);
    const charge = request && book.findById(name, request.chargeId);
    if (!request || !charge) return badRequest("resource_missing");
    const id = charge.chargeId.replace(/^ch_/, "du_");
    const dispute: Dispute = disputes.get(id) ?? {
      id,
      charge: charge.chargeId,
      amount: charge.amountMinor,
      currency: charge.currency.toLowerCase(),
      reason: request.reason,
      brand: charge.network ?? "visa",
      dueBy: Math.floor(deps.now() / 1000) + 7 * 86_400,
      status: request.status,
      evidence: {},
      metadata: {},
      submissions: 0,
    };
    dispute.status = request.status;
    disputes.set(id, dispute);
    announce(dispute, request.type);
    return json(200, { disputeId: id });
  }

  function upload({ body, headers }: Exchange): SandboxResponse {
    const [, boundary] =
      /^multipart\/form-data; boundary=(\S+)$/.exec(headers["content-type"] ?? "") ?? [];
    const isForm =
      boundary !== undefined &&
      body.startsWith(`--${boundary}\r\n`) &&
      body.endsWith(`\r\n--${boundary}--\r\n`) &&
      body.includes('name="purpose"\r\n\r\ndispute_evidence\r\n') &&
      /name="file"; filename="[^"]+"\r\nContent-Type: (application\/pdf|image\/jpeg|image\/png)\r\n\r\n./.test(
        body,
      );
    if (!isForm) return badRequest("file_invalid");
    const id = `file_${deps.randomBytes(12).toString("hex")}`;
    files.add(id);
    return json(200, { id, object: "file", purpose: "dispute_evidence" });
  }

  function update(
    exchange: Exchange,
  ): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const dispute = disputes.get(exchange.params["dispute"] ?? "");
    if (!dispute) return missing();
    const form = read(updateForm, exchange.body);
    const isOpen =
      dispute.status === "needs_response" || dispute.status === "warning_needs_response";
    const hasFiles = evidenceFiles.every((field) => {
      const id = form?.evidence[field];
      return id === undefined || files.has(id);
    });
    if (!form || !hasFiles) return badRequest("parameter_unknown");
    if (!isOpen || dispute.submissions > 0) return badRequest("dispute_not_open");
    const fault = faults.take(name, "dispute_answer", dispute.id);
    const before = beforeExecution(fault);
    if (before) return before;
    Object.assign(dispute.evidence, form.evidence);
    Object.assign(dispute.metadata, form.metadata);
    if (form.submit === "true") {
      dispute.submissions += 1;
      dispute.status = dispute.status.replace("needs_response", "under_review");
    }
    announce(dispute, "updated");
    return afterExecution({ deps, idempotency }, exchange, json(200, show(dispute)), fault);
  }

  function close(
    exchange: Exchange,
  ): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const dispute = disputes.get(exchange.params["dispute"] ?? "");
    if (!dispute) return missing();
    if (dispute.status === "lost") return badRequest("dispute_not_open");
    const fault = faults.take(name, "dispute_answer", dispute.id);
    const before = beforeExecution(fault);
    if (before) return before;
    dispute.status = "lost";
    announce(dispute, "closed");
    return afterExecution({ deps, idempotency }, exchange, json(200, show(dispute)), fault);
  }

  function retrieve({ params }: Exchange): SandboxResponse {
    const dispute = disputes.get(params["dispute"] ?? "");
    return dispute ? json(200, show(dispute)) : missing();
  }

  return [
    [`POST ${base}/v1/files`, keyed(upload)],
    [`GET ${base}/v1/disputes/:dispute`, guarded(retrieve)],
    [`POST ${base}/v1/disputes/:dispute`, keyed(update)],
    [`POST ${base}/v1/disputes/:dispute/close`, keyed(close)],
    ["POST /admin/stripe/disputes", order],
    ["GET /admin/stripe/disputes", () => json(200, { data: [...disputes.values()].map(show) })],
  ];
}

function missing(): SandboxResponse {
  return error(404, { type: "invalid_request_error", code: "resource_missing" });
}

function show(dispute: Dispute) {
  const { id, charge, amount, currency, reason, brand, dueBy, status, evidence, metadata } =
    dispute;
  return {
    id,
    object: "dispute",
    charge,
    payment_intent: charge.replace(/^ch_/, "pi_"),
    amount,
    currency,
    reason,
    status,
    evidence,
    metadata,
    balance_transactions: [],
    evidence_details: { due_by: dueBy, submission_count: dispute.submissions },
    payment_method_details: { type: "card", card: { brand, network_reason_code: "10.4" } },
  };
}

import { payment } from "./payments.ts";

const delivery = {
  paymentIntentId: payment.paymentIntentId,
  recipientName: "Ada Lovelace",
  address: {
    line1: "1 Main St",
    line2: null,
    city: "Reno",
    state: "NV",
    postalCode: "89501",
    country: "US",
  },
  shipments: [
    {
      carrier: "UPS",
      trackingNumber: "1Z999AA10123456784",
      shippedAt: "2026-03-05T16:00:00.000Z",
      deliveredAt: "2026-03-07T18:20:00.000Z",
      signedBy: null,
    },
  ],
  digital: [],
  createdAt: "2026-03-05T16:05:00.000Z",
  updatedAt: "2026-03-07T18:25:00.000Z",
};

export const deliveryExamples: Readonly<Record<string, unknown>> = {
  getDelivery: delivery,
  putDelivery: delivery,
};

import { expect, test } from "vitest";
import { readPdfText } from "../../../testing/read-pdf-text.ts";
import { drawRecipientCopy } from "./draw-recipient-copy.ts";

test.each([
  ["CA", "Toronto, ON M5V 2T6, CA"],
  ["US", "Toronto, ON M5V 2T6"],
])("the address of a payee in %s has the country only abroad", async (country, line) => {
  const payerAddress = { line1: "1 Fortune Way", city: "Reno", state: "NV", postalCode: "89501" };
  const copy = await drawRecipientCopy({
    form: "1099-MISC",
    title: "Miscellaneous Information",
    copyName: "Copy B, For Recipient",
    taxYear: 2026,
    isCorrection: false,
    payer: {
      name: "Lucky Bingo Hall",
      tinType: "EIN",
      tin: "123456789",
      address: payerAddress,
      phone: "7755550100",
    },
    payee: {
      name: "Jane Doe",
      businessName: null,
      address: {
        line1: "290 Bremner Blvd",
        line2: null,
        city: "Toronto",
        state: "ON",
        postalCode: "M5V 2T6",
        country,
      },
    },
    recipientTin: "XXX-XX-8714",
    accountNumber: "ada",
    boxes: [],
    notice: "",
  });
  expect(readPdfText(copy)).toContain(line);
});

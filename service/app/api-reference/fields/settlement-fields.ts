import { money, type PlaceDescriptions } from "./descriptions.ts";

export const settlementFields: PlaceDescriptions = {
  SettlementFile: {
    source: "The processor, or the bank account: `bank:…1234`.",
    format: "`csv`, `stripe`, `adyen`, `bai2`, `camt053` or `mt940`; new ones can be added.",
    name: "The file's name; null if you gave none.",
    sha256: "SHA-256 of the content, hexadecimal.",
    sizeBytes: "Size of the content.",
    state: "`pending`, `processing`, `processed` or `failed` (refused); new ones can be added.",
    duplicate: "Whether this request sent a file that was imported before. Nothing changed.",
    rowCount: "New rows of the file.",
    rowsDone: "Rows that are stored and matched so far.",
    matchedCount: "Rows that match one of your records.",
    breakCount: "Breaks that its rows opened.",
    refusal: "Why the file was refused; null if it was not.",
    "refusal.code": "For programs; never renamed.",
    "refusal.line": "Line of the file, from 1.",
    "refusal.message": "For people; the wording can change.",
    processedAt: "When all rows were stored and matched; null before. ISO 8601, UTC.",
  },
  SettlementBreak: {
    class: "The kind of difference; new ones can be added.",
    state: "`open`, `explained`, `resolved` or `written_off`; new ones can be added.",
    source: "The processor, or the bank account: `bank:…1234`.",
    amount: `The money in question; never negative. ${money}`,
    subject: "Your record; null if there is none.",
    "subject.type": "`payment`, `refund`, `dispute` or `batch`; new ones can be added.",
    "subject.id": "Its id.",
    processorReference: "The processor's or bank's reference; null if there is none.",
    openedAt: "ISO 8601, UTC.",
    closedAt: "When it was resolved or written off; null before. ISO 8601, UTC.",
  },
};

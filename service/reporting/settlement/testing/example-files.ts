/** Files of every format. */
import { type SettlementCsvRow, writeSettlementCsv } from "#contract/connectors/settlement-csv";

export type RowGiven = Partial<SettlementCsvRow> & Pick<SettlementCsvRow, "row_type">;

/** Numbers the rows, and adds the payout row. */
export function settlementCsv(
  batchId: string,
  rows: readonly RowGiven[],
  payout: Partial<SettlementCsvRow> = {},
): string {
  return writeSettlementCsv(csvRows(batchId, rows, payout));
}

/** Rows with the payout row. */
export function csvRows(
  batchId: string,
  rows: readonly RowGiven[],
  payout: Partial<SettlementCsvRow> = {},
): SettlementCsvRow[] {
  const full = rows.map((row, index): SettlementCsvRow => {
    const gross = row.gross_minor ?? 0;
    const fee = row.fee_minor ?? 0;
    return {
      batch_id: batchId,
      row_no: index + 1,
      processor_reference: "",
      original_reference: "",
      merchant_reference: "",
      occurred_at: "2026-11-20T10:00:00Z",
      currency: "USD",
      gross_minor: gross,
      fee_minor: fee,
      fee_kind: fee === 0 ? "" : "commission",
      net_minor: gross - fee,
      value_date: "2026-11-24",
      arn: "",
      reason_code: "",
      ...row,
    };
  });
  const sum = full.reduce((total, { net_minor }) => total + net_minor, 0);
  return [
    ...full,
    {
      batch_id: batchId,
      row_no: rows.length + 1,
      row_type: "payout",
      processor_reference: `po_${batchId}`,
      original_reference: "",
      merchant_reference: "",
      occurred_at: "2026-11-24T00:00:00Z",
      currency: "USD",
      gross_minor: sum,
      fee_minor: 0,
      fee_kind: "",
      net_minor: sum,
      value_date: "2026-11-24",
      arn: "",
      reason_code: "",
      ...payout,
    },
  ];
}

/** `[type code, amount, reference, text]`. */
export type BaiEntry = readonly [string, number, string, string];

/** A BAI2 statement of one account and day, with control totals. */
export function bai2(given: {
  date: string;
  openingMinor: number;
  entries: readonly BaiEntry[];
  account?: string;
  currency?: string;
}): string {
  const { date, openingMinor, entries, account = "0975312468", currency = "USD" } = given;
  const closing = entries.reduce(
    (sum, [code, amount]) => sum + (Number(code) < 400 ? amount : -amount),
    openingMinor,
  );
  const signed = (minor: number) => (minor < 0 ? String(minor) : `+${minor}`);
  const lines = [
    `03,${account},${currency},010,${signed(openingMinor)},,,015,${signed(closing)},,/`,
    ...entries.map(
      ([code, amount, reference, text]) => `16,${code},${amount},,${reference},,${text}`,
    ),
  ];
  const total = openingMinor + closing + entries.reduce((sum, [, amount]) => sum + amount, 0);
  return [
    `01,122099999,123456789,${date},0200,1,,,2/`,
    `02,123456789,122099999,1,${date},,USD,2/`,
    ...lines,
    `49,${signed(total)},${lines.length + 1}/`,
    `98,${signed(total)},1,${lines.length + 3}/`,
    `99,${signed(total)},1,${lines.length + 5}/`,
    "",
  ].join("\n");
}

/** A report of type itemized.5, with two payouts mixed. */
export const stripeReport = [
  "automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created_utc,created,available_on,currency,gross,fee,net,reporting_category,source_id,description,customer_email,charge_id,payment_intent_id",
  'po_1A,2026-11-24 00:00:00,txn_1,2026-11-20 10:00:01,2026-11-20 10:00:01,2026-11-24 00:00:00,usd,52.48,1.82,50.66,charge,ch_1,"Order, one",ada@example.com,ch_1,pi_1',
  "po_1B,2026-11-24 00:00:00,txn_2,2026-11-20 11:00:00,2026-11-20 11:00:00,2026-11-24 00:00:00,usd,10.00,0.59,9.41,charge,ch_2,,,ch_2,pi_2",
  "po_1A,2026-11-24 00:00:00,txn_3,2026-11-21 10:00:00,2026-11-21 10:00:00,2026-11-24 00:00:00,usd,-20.00,0.00,-20.00,refund,re_1,,,ch_1,pi_1",
  "po_1A,2026-11-24 00:00:00,txn_4,2026-11-22 10:00:00,2026-11-22 10:00:00,2026-11-24 00:00:00,usd,-10.00,15.00,-25.00,dispute,du_1,,,ch_9,",
  "po_1A,2026-11-24 00:00:00,txn_5,2026-11-22 10:00:00,2026-11-22 10:00:00,2026-11-24 00:00:00,usd,-2.00,0.00,-2.00,fee,,Billing fee,,,",
  "po_1A,2026-11-24 00:00:00,txn_6,2026-11-24 00:00:00,2026-11-24 00:00:00,2026-11-24 00:00:00,usd,-3.66,0.00,-3.66,payout,po_1A,STRIPE PAYOUT,,,",
  "",
].join("\n");

export const adyenReport = [
  "Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,Modification Merchant Reference,Batch Number,Reserved4",
  "Acme,AcmeUS,8816A,pay_1,visa,2026-11-20 10:00:00,UTC,Settled,8816A-c,USD,,52.48,1,USD,,51.00,,0.30,0.18,1.00,visacredit,,42,",
  "Acme,AcmeUS,8816A,pay_1,visa,2026-11-21 10:00:00,UTC,Refunded,8816R,USD,20.00,,1,USD,20.00,,,,,,visacredit,ref_1,42,",
  "Acme,AcmeUS,8816B,pay_2,mc,2026-11-21 10:00:00,UTC,Chargeback,8816D,USD,10.00,,1,USD,10.00,,,,,,mc,,42,",
  "Acme,AcmeUS,,,,2026-11-22 10:00:00,UTC,Fee,Transaction Fees November,USD,,,1,USD,1.50,,,,,,,,42,",
  "Acme,AcmeUS,,,,2026-11-22 10:00:00,UTC,InvoiceDeduction,INV7,USD,,,1,USD,4.00,,,,,,,,42,",
  "Acme,AcmeUS,,,,2026-11-24 00:00:00,UTC,MerchantPayout,TX88A,USD,,,1,USD,15.50,,,,,,,,42,",
  "",
].join("\r\n");

export const camtStatement = `<?xml version="1.0" encoding="UTF-8"?>
<!-- end of day -->
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
 <BkToCstmrStmt>
  <GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-24T20:00:00</CreDtTm></GrpHdr>
  <Stmt>
   <Id>STMT-77</Id><ElctrncSeqNb>77</ElctrncSeqNb>
   <Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
   <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-23</Dt></Dt></Bal>
   <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1048.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-24</Dt></Dt></Bal>
   <TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries><Sum>51.50</Sum></TtlNtries></TxsSummry>
   <Ntry>
    <Amt Ccy="EUR">50.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2026-11-24</Dt></BookgDt><ValDt><Dt>2026-11-24</Dt></ValDt>
    <AcctSvcrRef>BR-1</AcctSvcrRef>
    <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
    <NtryDtls><TxDtls><Refs><EndToEndId>PO-5511</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">50.00</Amt></TxAmt></AmtDtls><RmtInf><Ustrd>Payout A &amp; B</Ustrd></RmtInf></TxDtls></NtryDtls>
   </Ntry>
   <Ntry>
    <Amt Ccy="EUR">1.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2026-11-24</Dt></BookgDt><ValDt><Dt>2026-11-24</Dt></ValDt>
    <AddtlNtryInf><![CDATA[Fee <monthly>]]></AddtlNtryInf>
   </Ntry>
  </Stmt>
 </BkToCstmrStmt>
</Document>
`;

export const mt940Statement = `{1:F01BANKUS33AXXX0000000000}{2:I940BANKUS33XXXXN}{4:
:20:STMT261124
:25:12345678/0004567890
:28C:00077/001
:60F:C261123USD1000,00
:61:2611241124C50,00NTRFPO-5511//BR-1
:86:PROCESSOR PAYOUT PO-5511
second line
:61:2611241124D1,5NCHGNONREF//BR-2
Monthly fee
:62F:C261124USD1048,50
:64:C261124USD1048,50
-}
`;

/** A BAI2 file with continuations, funds types and text with commas, as in the specification. */
export const bigBai2 = [
  "01,122099999,123456789,261124,0200,1,80,,2/",
  "02,123456789,122099999,1,261124,2400,USD,2/",
  "03,0975312468,,010,500000,,/",
  "88,015,520000,,,100,30000,2,/",
  "16,165,20000,1,DD1620,,DEALER PAYMENTS PO_99",
  "88,CONTINUED TEXT/",
  "16,195,10000,S,5000,3000,2000,BREF,CREF,WIRE IN, WITH COMMA/",
  "16,475,10000,V,261124,,BR3,,CHECK/",
  "16,890,,,,,Only text/",
  "49,1090000,8/",
  "98,1090000,1,10/",
  "99,1090000,1,12/",
].join("\n");

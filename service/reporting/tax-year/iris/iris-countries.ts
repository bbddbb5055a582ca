/**
 * The IRS's country codes (FIPS 10-4 with additions) where they differ from ISO 3166. Source: the IRS's list "Foreign
 * Country Code Listing for Modernized e-File". Territories without a code have their state's (GF, GP, MQ, RE and YT are
 * parts of France, AX of Finland, BQ of the Netherlands); OC is "other country".
 */
const differing =
  "AD:AN AG:AC AI:AV AQ:AY AS:AQ AT:AU AU:AS AW:AA AX:FI AZ:AJ BA:BK BD:BG BF:UV BG:BU BH:BA BI:BY BJ:BN BL:TB BM:BD " +
  "BN:BX BO:BL BQ:NL BS:BF BW:BC BY:BO BZ:BH CC:CK CD:CG CF:CT CG:CF CH:SZ CI:IV CK:CW CL:CI CN:CH CR:CS CW:UC CX:KT " +
  "CZ:EZ DE:GM DK:DA DM:DO DO:DR DZ:AG EE:EN EH:WI ES:SP GA:GB GB:UK GD:GJ GE:GG GF:FR GG:GK GM:GA GN:GV GP:FR GQ:EK " +
  "GS:SX GU:GQ GW:PU HN:HO HT:HA IE:EI IL:IS IQ:IZ IS:IC JP:JA KH:CB KI:KR KM:CN KN:SC KP:KN KR:KS KW:KU KY:CJ LB:LE " +
  "LC:ST LI:LS LK:CE LR:LI LS:LT LT:LH LV:LG MA:MO MC:MN ME:MJ MF:RN MG:MA MH:RM MM:BM MN:MG MO:MC MP:CQ MQ:FR MS:MH " +
  "MU:MP MW:MI NA:WA NE:NG NG:NI NI:NU NU:NE OM:MU PA:PM PF:FP PG:PP PH:RP PM:SB PN:PC PR:RQ PS:OC PT:PO PW:PS PY:PA " +
  "RE:FR RS:RI RU:RS SB:BP SC:SE SD:SU SE:SW SG:SN SJ:SV SK:LO SN:SG SR:NS SS:OD ST:TP SV:ES SX:NN SZ:WZ TC:TK TD:CD " +
  "TF:FS TG:TO TJ:TI TK:TL TL:TT TM:TX TN:TS TO:TN TR:TU TT:TD UA:UP UM:JQ VA:VT VG:VI VI:VQ VN:VM VU:NH YE:YM YT:FR " +
  "ZA:SF ZM:ZA ZW:ZI";
const byIsoCode = new Map(differing.split(" ").map((pair) => pair.split(":") as [string, string]));

/** The IRS, like the Postal Service, counts them as states. */
const postalStates: ReadonlySet<string> = new Set("AS FM GU MH MP PR PW VI".split(" "));

/** The IRS's code of a country. `isoCode` has two letters. */
export function irsCountry(isoCode: string): string {
  return byIsoCode.get(isoCode) ?? isoCode;
}

/** Whether addresses there have this state abbreviation and a ZIP code. */
export function isPostalState(isoCode: string): boolean {
  return postalStates.has(isoCode);
}

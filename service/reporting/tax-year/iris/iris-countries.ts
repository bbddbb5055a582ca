/**
 * The IRS's country codes (FIPS 10-4 with its own additions) where they differ from ISO 3166. Source: the IRS's list
 * "Foreign Country Code Listing for Modernized e-File".
 */
const differing =
  "DZ:AG AS:AQ AD:AN AI:AV AQ:AY AG:AC AW:AA AU:AS AT:AU AZ:AJ BA:BK BL:TB BN:BX BS:BF BH:BA BD:BG BY:BO BZ:BH BJ:BN " +
  "BM:BD BW:BC BG:BU BF:UV BI:BY KH:CB KY:CJ CF:CT TD:CD CL:CI CN:CH CX:KT CC:CK CD:CG CG:CF KM:CN CK:CW CR:CS CW:UC " +
  "CZ:EZ DK:DA DM:DO DO:DR SV:ES GQ:EK EE:EN PF:FP GA:GB GB:UK GM:GA GE:GG DE:GM GD:GJ GU:GQ GG:GK GN:GV GW:PU HT:HA " +
  "HM:HQ HN:HO IS:IC IQ:IZ IE:EI IL:IS JP:JA UM:JQ KI:KR KR:KS KP:KN KW:KU LV:LG LB:LE LS:LT LR:LI LI:LS LT:LH MG:MA " +
  "MW:MI MH:RM MU:MP MC:MN MN:MG ME:MJ MS:MH MA:MO MM:BM NA:WA NI:NU NE:NG NG:NI NU:NE MP:CQ OM:MU PW:PS PA:PM PG:PP " +
  "PY:PA PH:RP PN:PC PT:PO PR:RQ RU:RS ST:TP SN:SG RS:RI SC:SE SG:SN SK:LO SB:BP ZA:SF GS:SX SS:OD ES:SP LK:CE SD:SU " +
  "SR:NS SE:SW CH:SZ TJ:TI TL:TT TG:TO TK:TL TO:TN TT:TD TN:TS TR:TU TM:TX TC:TK UA:UP VU:NH VA:VT VN:VM VI:VQ WF:WQ " +
  "EH:WI YE:YM ZM:ZA ZW:ZI";
const byIsoCode = new Map(differing.split(" ").map((pair) => pair.split(":") as [string, string]));

/** The IRS's code of a country. `isoCode`: two letters. */
export function irsCountry(isoCode: string): string {
  return byIsoCode.get(isoCode) ?? isoCode;
}

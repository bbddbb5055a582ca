/**
 * Nine digits of an ABA routing number: a Federal Reserve prefix (00–12, 21–32, 61–72, 80) and the check digit
 * `3(d1+d4+d7) + 7(d2+d5+d8) + (d3+d6+d9) ≡ 0 (mod 10)`.
 */
export function isRoutingNumber(text: string): boolean {
  if (!/^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(text)) return false;
  const weights = [3, 7, 1];
  let sum = 0;
  for (let index = 0; index < 9; index += 1) {
    sum += Number(text[index]) * (weights[index % 3] as number);
  }
  return sum % 10 === 0;
}

/** Whether the check digit is correct (ISO/IEC 7812-1, annex B). Text with other characters is never valid. */
export function isLuhnValid(digits: string): boolean {
  return /^\d{2,}$/.test(digits) && luhnSum(digits) % 10 === 0;
}

export function luhnCheckDigit(digits: string): string {
  return String((10 - (luhnSum(`${digits}0`) % 10)) % 10);
}

function luhnSum(digits: string): number {
  let sum = 0;
  for (let fromRight = 0; fromRight < digits.length; fromRight += 1) {
    const digit = Number(digits[digits.length - 1 - fromRight]);
    const doubled = fromRight % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum;
}

/** A whole number as people type it: digits, perhaps with commas between thousands and spaces around. */
export function readWholeNumber(text: string): number | undefined {
  const digits = text.trim();
  if (!/^(\d{1,12}|\d{1,3}(,\d{3}){1,3})$/.test(digits)) return undefined;
  return Number.parseInt(digits.replaceAll(',', ''), 10);
}

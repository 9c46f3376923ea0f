interface CardBrand {
  readonly name: string;
  readonly starts: RegExp;
  readonly lengths: readonly number[];
  readonly groups: readonly number[];
  /** Digits of the security code. */
  readonly codeLength: number;
}

const FOURS = [4, 4, 4, 4, 3];
const BRANDS: readonly CardBrand[] = [
  { name: 'Visa', starts: /^4/, lengths: [16], groups: FOURS, codeLength: 3 },
  {
    name: 'Mastercard',
    starts: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: FOURS,
    codeLength: 3,
  },
  { name: 'Amex', starts: /^3[47]/, lengths: [15], groups: [4, 6, 5], codeLength: 4 },
  { name: 'Discover', starts: /^6(011|4[4-9]|5)/, lengths: [16], groups: FOURS, codeLength: 3 },
  { name: 'Diners Club', starts: /^3(0|6|8)/, lengths: [14, 16], groups: FOURS, codeLength: 3 },
  { name: 'JCB', starts: /^35/, lengths: [16], groups: FOURS, codeLength: 3 },
  { name: 'UnionPay', starts: /^6[23]/, lengths: [16, 17, 18, 19], groups: FOURS, codeLength: 3 },
];
const UNKNOWN: CardBrand = { name: '', starts: /^/, lengths: [16, 17, 18, 19], groups: FOURS, codeLength: 3 };

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** By leading digits; a brand without a name while it is unknown. */
export function cardBrand(number: string): CardBrand {
  const digits = digitsOf(number);
  return BRANDS.find(({ starts }) => starts.test(digits)) ?? UNKNOWN;
}

/** "4242 4242 4242 4242": grouped as on the card, cut at its length. */
export function formatCardNumber(text: string): string {
  const brand = cardBrand(text);
  const digits = digitsOf(text).slice(0, Math.max(...brand.lengths));
  const parts: string[] = [];
  let at = 0;
  for (const size of brand.groups) {
    if (at >= digits.length) break;
    parts.push(digits.slice(at, at + size));
    at += size;
  }
  return parts.join(' ');
}

/** A sentence for the buyer; undefined when the number is valid. */
export function cardNumberProblem(text: string): string | undefined {
  const digits = digitsOf(text);
  const { lengths } = cardBrand(digits);
  if (digits === '') return 'Type the card number.';
  if (digits.length < Math.min(...lengths)) return 'This card number is incomplete.';
  if (!lengths.includes(digits.length) || !checks(digits))
    return 'This is not a card number. Compare it with the card.';
  return undefined;
}

/** A sentence for the buyer; undefined when the code is valid. */
export function codeProblem(code: string, number: string): string | undefined {
  const { codeLength } = cardBrand(number);
  const { length } = digitsOf(code);
  if (length === 0) return 'Type the security code.';
  return length === codeLength ? undefined : `The security code has ${codeLength} digits.`;
}

/** The check digit of ISO/IEC 7812: finds one wrong digit and most swapped ones. */
function checks(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

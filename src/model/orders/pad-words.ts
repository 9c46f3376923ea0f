const any = (words: string) => words.split(' ').join('|');

const PIECES = any(
  'pcs pce pces pieces piece pc ea each units unit nos off pairs pair stk stück stueck st uds unidades pièces pieces pz pezzi szt ks шт 個 个',
);
const PACKS = any(
  'boxes box packs pack packets packet cartons carton cases case ctn ctns pkg pkgs pkt pkts kartons karton kisten packungen packung cajas caja boîtes boîte boites scatole dozen-packs 箱',
);
export const DOZENS = any('dozen dozens doz dz dtz dutzend douzaines docenas');

/** What stands behind a number and makes it a size: it belongs to the name. */
export const UNITS = any(
  'mm cm m in inch inches inchs zoll ft feet foot g gr kg oz ounce ounces lb lbs ml l ltr v volt w watt a ah j nm tpi teeth t',
);

/** Many pieces for one that is counted in dozens. */
export const perOne = (word: string): number => (IS_DOZEN.test(word) ? 12 : /^gross$/iu.test(word) ? 144 : 1);
const IS_DOZEN = new RegExp(`^(?:${DOZENS})$`, 'iu');

export const isPack = (word: string): boolean => IS_PACK.test(word);
const IS_PACK = new RegExp(`^(?:${PACKS})$`, 'iu');

/** "9 pc" may be what a set has in it. */
export const isSetSize = (word: string): boolean => /^(?:pcs?|pieces?|pce)$/iu.test(word);

export const COUNTS = `${PACKS}|${DOZENS}|gross|${PIECES}`;

/** Numbers in words, before something that is counted. */
export const SPELLED: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18 },
  ...{ nineteen: 19, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
  ...{ hundred: 100, thousand: 1_000, half: 0.5 },
};

/** Words around a name that are no part of it. */
export const FILLERS = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${any(
    'please pls kindly also and & plus then of the a an with for some our us me we need needs want wants order send get about approx qty quantity quantities menge anzahl cantidad quantité item sku art nr asap thanks x × of de von à to',
  )})(?![\\p{L}\\p{N}-])`,
  'giu',
);

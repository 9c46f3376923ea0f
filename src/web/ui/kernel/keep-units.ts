const UNIT = /(\d) (mm|cm|m|in|kg|g|oz|lb|V|W|A|Ah|J|Nm|pc|pcs|TPI|teeth|x)\b/g;
const BEFORE = /\b(No\.|x) (\d)/g;
/** "0-30 mm" would break behind the hyphen. */
const RANGE = /(\d)-(\d)/g;

/** Numbers stay with their units and ranges together, by characters that are not seen. */
export const keepUnits = (text: string): string =>
  text.replace(UNIT, '$1\u00a0$2').replace(BEFORE, '$1\u00a0$2').replace(RANGE, '$1-\u2060$2');

const UNIT = /(\d) (mm|cm|m|in|kg|g|oz|lb|V|W|A|Ah|J|Nm|pc|pcs|TPI|teeth|x)\b/g;
const BEFORE = /\b(No\.|x) (\d)/g;
/** Numbers stay with their units on a line. */
export const keepUnits = (text: string): string => text.replace(UNIT, '$1\u00a0$2').replace(BEFORE, '$1\u00a0$2');

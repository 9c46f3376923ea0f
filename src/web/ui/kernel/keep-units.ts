const UNIT = /(\d) (mm|cm|m|in|kg|g|oz|lb|V|W|A|Ah|J|Nm|pc|pcs|TPI|teeth)\b/g;

export const keepUnits = (text: string): string => text.replace(UNIT, '$1\u00a0$2');

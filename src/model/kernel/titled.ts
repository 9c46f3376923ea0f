/** With a capital: "Minimum order", at the beginning of a sentence. */
export const titled = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

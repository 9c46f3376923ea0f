// Besides control characters, marks that turn the direction of what follows: a text would read as another one.
const NO_LINE = /[\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}]/v;
const NO_TEXT = /[[\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}]--[\n\r\t]]/v;
/** Combining marks alone and letters without a shape (Hangul fillers, the blank Braille pattern) show nothing. */
const SHOWS = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u{2800}]]/v;

/** Whether somebody can see anything of it. */
export const isVisible = (text: string): boolean => SHOWS.test(text);

/** Empty, or something can be seen of it, and it reads as it is written. */
export const isPlainText = (text: string): boolean => !NO_TEXT.test(text) && (text === '' || isVisible(text));

/** Plain text without line breaks and tabs. */
export const isLine = (text: string): boolean => !NO_LINE.test(text) && (text === '' || isVisible(text));

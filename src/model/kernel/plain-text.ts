const NO_TEXT = /[\p{Cc}--[\n\r\t]]/v;
const NO_LINE = /\p{Cc}/v;
/** Combining marks alone and letters without a shape (Hangul fillers, the blank Braille pattern) show nothing. */
const SHOWS = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u{2800}]]/v;
/** Marks that turn the direction of what follows, so that a text reads as another one. */
const TURNS = /[\u{202A}-\u{202E}\u{2066}-\u{2069}]/v;

/** Whether somebody can see anything of it. */
export const isVisible = (text: string): boolean => SHOWS.test(text);

/** Whether it may read otherwise than it is written. Pasted addresses and numbers may carry such marks, a new name may not. */
export const turnsDirection = (text: string): boolean => TURNS.test(text);

/** Empty, or something can be seen of it. */
export const isPlainText = (text: string): boolean => !NO_TEXT.test(text) && (text === '' || isVisible(text));

/** Plain text without line breaks and tabs. */
export const isLine = (text: string): boolean => !NO_LINE.test(text) && (text === '' || isVisible(text));

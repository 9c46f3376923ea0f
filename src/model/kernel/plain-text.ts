export const isPlainText = (text: string): boolean => !/[\p{Cc}--[\n\r\t]]/v.test(text);

/** Plain text without line breaks and tabs. */
export const isLine = (text: string): boolean => !/\p{Cc}/v.test(text);

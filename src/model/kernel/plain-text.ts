/** Whether a text has no control characters but line breaks and tabs. */
export const isPlainText = (text: string): boolean => !/[\p{Cc}--[\n\r\t]]/v.test(text);

export const isPlainText = (text: string): boolean => !/[\p{Cc}--[\n\r\t]]/v.test(text);

/** What was typed in lines, without blank ones and runs of spaces. */
export const typedLines = (text: string): string[] =>
  text.split(/[\r\n]+/).flatMap((line) => line.trim().replace(/\s+/g, ' ') || []);

/** An address where there is one line for it: "12 O'Connell Street, Dublin 1". */
export const addressInOneLine = (address: string): string =>
  typedLines(address)
    .join('\n')
    .replace(/ ?,?\n/g, ', ');

/** An address where its lines are kept. */
export const addressInLines = (address: string): string => typedLines(address).join('\n');

/** "PO 4500018822"; a number that begins with these letters has them once. */
export const formatPo = (number: string): string =>
  /^PO(?=[\s#:\d\p{Pd}])/iu.test(number.trim()) ? number.trim() : `PO ${number}`;

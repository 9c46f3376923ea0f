import { formatTotal } from '#texts/format.ts';

/** "1 tool", "10,000+ tools". */
export const totalTools = (total: number): string => (total === 1 ? '1 tool' : `${formatTotal(total)} tools`);

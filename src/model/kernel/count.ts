/** "1,320": a count with thousands separators. */
export const formatCount = (count: number): string => count.toLocaleString('en-US');

/** The part before the first comma, but no part of "1,000 V": "Claw Hammer 16 oz, Hickory Handle". */
export const shortName = (name: string): string => name.split(/,(?!\d)/)[0] || name;

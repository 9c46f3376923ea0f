/** The part before the first comma: "Claw Hammer 16 oz, Hickory Handle". */
export const shortName = (name: string): string => name.split(',')[0] || name;

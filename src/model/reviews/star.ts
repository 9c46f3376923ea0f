export const STAR = { least: 0.5, most: 5, step: 0.5 } as const;

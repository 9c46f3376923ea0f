/** The Chromium that the browser tests drive: CHROMIUM_PATH when it is set (and then no other), or a usual place. */
export function findChromium(env?: Record<string, string | undefined>): string | undefined;
export const CHROMIUM_FLAGS: readonly string[];

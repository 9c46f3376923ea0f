/** Mends the database driver in its folder, once. Answers why it cannot, or undefined. */
export function mendDriver(folder: URL): string | undefined;

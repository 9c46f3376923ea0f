/** A value, or an expected failure that the caller must handle. Unexpected errors are thrown. */
export type Outcome<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F };

export const success = <T>(value: T) => ({ ok: true, value }) as const;

export const failure = <F>(reason: F) => ({ ok: false, failure: reason }) as const;

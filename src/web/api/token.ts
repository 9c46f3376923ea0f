import { ifAllowed } from './personal-storage.ts';

const KEY = 'access-token';
// Asked for anew a minute before it ends, so that no call meets an expired one.
const SPARE_SECONDS = 60;

// For a browser that keeps nothing for this site.
let kept: string | null = null;

export const readToken = (): string | null => ifAllowed(() => localStorage.getItem(KEY)) ?? kept;

export function storeToken(token: string): void {
  kept = token;
  ifAllowed(() => {
    localStorage.setItem(KEY, token);
    kept = null;
  });
}

export function dropToken(): void {
  kept = null;
  ifAllowed(() => localStorage.removeItem(KEY));
}

/** What a token says of itself, unless it is none. The server decides about it. */
const claimsIn = (token: string): { exp?: number; sub?: string } | undefined =>
  ifAllowed(() => JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))));

/** Whether a token may still be sent: this only saves a call that would be refused. */
export const isFresh = (token: string): boolean =>
  Number(claimsIn(token)?.exp) * 1000 - Date.now() > SPARE_SECONDS * 1000;

/** Whose it is. */
export const ownerOf = (token: string): string | undefined => claimsIn(token)?.sub;

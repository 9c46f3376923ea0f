const KEY = 'access-token';
// Asked for anew a minute before it ends, so that no call meets an expired one.
const SPARE_SECONDS = 60;

export const readToken = (): string | null => localStorage.getItem(KEY);
export const storeToken = (token: string): void => localStorage.setItem(KEY, token);
export const dropToken = (): void => localStorage.removeItem(KEY);

/** Whether a token may still be sent. The server decides; this only saves a call that would be refused. */
export function isFresh(token: string): boolean {
  const payload = token.split('.')[1];
  if (!payload) return false;
  try {
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: number };
    return typeof exp === 'number' && exp * 1000 - Date.now() > SPARE_SECONDS * 1000;
  } catch {
    return false;
  }
}

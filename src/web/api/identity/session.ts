import { type CallName, paths } from '#contract/kernel/paths.ts';
import type { SignedIn } from '#model/identity/person.ts';
import type { Outcome } from '#model/kernel/outcome.ts';
import { type ApiFailure, type Client, createClient } from '../client.ts';
import { dropPersonalStorage, ifAllowed, personalStorage } from '../personal-storage.ts';
import { dropToken, isFresh, ownerOf, readToken, storeToken } from '../token.ts';

/** How a session ended that this page has seen: by the person's own wish, against it (refused, expired), by a reset. */
export type Ending = 'chosen' | 'refused' | 'reset';

/** Who uses this browser. `admin` is undefined until the server has answered. */
export type Session =
  | { readonly status: 'unknown' }
  | { readonly status: 'signed-out'; readonly ended?: Ending | undefined }
  | { readonly status: 'signed-in'; readonly user: SignedIn; readonly admin: boolean | undefined };

// Calls without a bearer token, besides all below /auth: public ones, and those with the session cookie.
const WITHOUT_TOKEN: ReadonlySet<CallName> = new Set<CallName>([
  'issueToken',
  'listTools',
  'getTool',
  'getAlternatives',
  'listCategories',
  'listReviews',
  'openPromiseLink',
  'watchPromiseLink',
  'payPromiseLink',
  'confirmPromisePayment',
]);

const anyPaths: Partial<Record<CallName, readonly [method: string, path: string]>> = paths;

const BEARER = 'Bearer ';

// In this tab while it is away at Google, so that the other tabs hear of it when it is back.
export const ON_THE_WAY = 'signing-in';

// Whose texts wait for them since their session was ended.
const KEPT_FOR = 'kept-for';

let session: Session = { status: 'unknown' };
let started: Promise<Session> | undefined;
const listeners = new Set<() => void>();

/** The API as this browser's person calls it. Use only in the browser. */
export const api: Client = createClient({
  fetch: async (url, init, onProgress) =>
    onProgress ? (await import('../send-with-progress.ts')).sendWithProgress(url, init, onProgress) : fetch(url, init),
  origin: typeof window === 'undefined' ? 'http://localhost' : window.location.origin,
  credentials: async (name, refused) => {
    if (WITHOUT_TOKEN.has(name) || anyPaths[name]?.[1].startsWith('/auth')) return {};
    const before = refused?.authorization;
    const token = await freshToken(before);
    // A call is never sent again as another person.
    if (before && token && ownerOf(before) !== ownerOf(token)) throw new Error('No session');
    return token ? { authorization: BEARER + token } : {};
  },
  onFailure: (_, { code }) => {
    if (code === 'signed_out' || code === 'session_missing') forget('refused');
    if ((code === 'customer_only' || code === 'admin_cannot_order') && session.status === 'signed-in')
      void askRole(session.user);
  },
});

export const currentSession = (): Session => session;

/** Empty while nobody is signed in. */
export const uidOf = (its: Session): string => (its.status === 'signed-in' ? its.user.uid : '');

/** The name under which what this person typed is kept: another admin may sign in in the same tab. */
export const nameOfMine = (name: string): string => `${name}:${uidOf(session)}`;

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks once who is signed in; later callers share the answer. A failed answer is asked for again next time. */
export function loadSession(): Promise<Session> {
  started ??= answered(establish());
  return started;
}

async function answered(asked: Promise<Session>): Promise<Session> {
  const found = await asked;
  if (found.status === 'unknown' || (found.status === 'signed-in' && found.admin === undefined)) started = undefined;
  return found;
}

/**
 * Ends the session in all tabs of this browser. After `refused` the login page says so. After `chosen` the person stays
 * signed in when the shop did not end the session: otherwise the next person at this computer would be in the account.
 * @returns whether the shop ended it
 */
export async function signOut(ended: Ending = 'chosen'): Promise<boolean> {
  const { ok } = await api.call('signOut', {});
  if (ok || ended !== 'chosen') {
    forget(ended);
    tabs()?.postMessage(ended);
  }
  return ok;
}

/** Shows a new name and photo of the person who is signed in, in every tab. */
export function showProfile(its: Pick<SignedIn, 'displayName' | 'photoURL'>): void {
  if (session.status !== 'signed-in') return;
  started = Promise.resolve(set({ ...session, user: { ...session.user, ...its } }));
  tabs()?.postMessage('signed-in');
}

/** With an answer that begins a session in this browser. */
export async function enter<O extends Outcome<SignedIn, ApiFailure>>(entered: O): Promise<O> {
  if (entered.ok) {
    dropToken();
    started = answered(become(entered.value));
    await started;
    tabs()?.postMessage('signed-in');
  }
  return entered;
}

async function establish(): Promise<Session> {
  tabs();
  const before = session;
  const answer = await api.call('getSession', {});
  // Somebody may have logged in or out since it was asked.
  if (!answer.ok || session !== before) return session;
  if (!answer.value.user) return session.status === 'signed-out' ? session : endOf(session);
  // Kept until somebody is there: an answer that was still on its way when the tab left must not take it.
  if (ifAllowed(() => sessionStorage.getItem(ON_THE_WAY))) {
    sessionStorage.removeItem(ON_THE_WAY);
    // Another person may have been here in another tab meanwhile.
    dropToken();
    tabs()?.postMessage('signed-in');
  }
  return become(answer.value.user);
}

/** Nobody is there. Who was there a moment ago, or has left a token, has not chosen to go. */
function endOf(before: Session): Session {
  const refused = before.status === 'signed-in' || readToken();
  dropToken();
  return set({ status: 'signed-out', ended: refused ? 'refused' : undefined });
}

async function become(user: SignedIn): Promise<Session> {
  // The one before may have left in a tab that this one has not heard of.
  const other = uidOf(session) || personalStorage.getItem(KEPT_FOR);
  if (other && other !== user.uid) dropPersonalStorage(other);
  // Pages keep what they show while the same person is asked for again.
  set({ status: 'signed-in', user, admin: sessionOf(user)?.admin });
  await askRole(user);
  return session;
}

/** Asks whether this person is an admin, and keeps the answer: somebody may have made them one since. */
export async function askRole(user: SignedIn) {
  const answer = await api.call('isAdmin', { params: { email: user.email } });
  const now = sessionOf(user);
  if (answer.ok && now && now.admin !== answer.value.admin)
    started = Promise.resolve(set({ ...now, admin: answer.value.admin }));
  return answer;
}

const sessionOf = ({ uid }: SignedIn) =>
  session.status === 'signed-in' && session.user.uid === uid ? session : undefined;

/**
 * One tab asks for a token while the others wait and then use it: two tabs cannot sign each other out. That of another
 * person, who logged in in a tab that this one has not heard of, is not used.
 * @param refused the header with the token that the shop no longer takes, whatever it says of its end
 * @throws when the shop does not say who is there: a call without a token would be taken for the end of the session
 */
async function freshToken(refused: string | undefined): Promise<string | undefined> {
  const kept = () => {
    const token = readToken();
    const fresh = token && BEARER + token !== refused && isFresh(token);
    return fresh && [ownerOf(token), ''].includes(uidOf(session)) ? token : undefined;
  };
  const known = kept();
  if (known) return known;
  if (session.status !== 'signed-in') await loadSession();
  if (session.status === 'unknown') throw new Error('No session');
  if (session.status === 'signed-out') return undefined;
  const { email } = session.user;
  return navigator.locks.request('access-token', async () => {
    const other = kept();
    if (other) return other;
    const answer = await api.call('issueToken', { params: { email }, body: { email } });
    if (!answer.ok) {
      if (![401, 403].includes(answer.failure.status)) throw new Error('No session');
      forget('refused');
      return undefined;
    }
    // Somebody may have logged out since it was asked for.
    if (session.status !== 'signed-in') return undefined;
    storeToken(answer.value.token);
    return answer.value.token;
  });
}

/** An end by wish stays one, whatever is refused after it. */
function forget(ended: Ending): void {
  if (ended !== 'chosen' && session.status === 'signed-out' && session.ended !== 'refused') return;
  dropToken();
  if (ended === 'chosen') dropPersonalStorage();
  else if (session.status === 'signed-in') personalStorage.setItem(KEPT_FOR, session.user.uid);
  started = undefined;
  set({ status: 'signed-out', ended });
}

function set(next: Session): Session {
  session = next;
  for (const listener of listeners) listener();
  return next;
}

let channel: BroadcastChannel | undefined;

function tabs(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  if (!channel) {
    channel = new BroadcastChannel('session');
    channel.onmessage = ({ data }) => {
      started = undefined;
      if (data === 'signed-in') void loadSession();
      else forget(data);
    };
  }
  return channel;
}

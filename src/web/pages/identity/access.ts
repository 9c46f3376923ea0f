import { href, redirect } from 'react-router';
import type { SignedIn } from '#model/identity/person.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api, loadSession, signOut } from '#web/api/identity/session.ts';

/** Somebody who may use a private page, and their role as the server says it now. */
export interface Person {
  readonly user: SignedIn;
  readonly admin: boolean;
}

type Admission = Outcome<Person, ApiFailure>;

const UNREACHABLE: ApiFailure = {
  status: 0,
  code: 'unreachable',
  detail: 'The shop cannot be reached, so it does not know who you are. Check your connection and try again.',
};

/**
 * For private pages of everybody. Throws a redirect to login for the signed-out; a failure means that nobody could be
 * asked. The server judges every call anew: this only sends people to the page that is for them.
 */
export async function admitSignedIn(): Promise<Admission> {
  const session = await loadSession();
  if (session.status === 'signed-out') throw redirect(href('/login'));
  if (session.status === 'unknown') return failure(UNREACHABLE);
  const { user, admin } = session;
  if (admin !== undefined) return success({ user, admin });
  const answer = await api.call('isAdmin', { params: { email: user.email } });
  return answer.ok ? success({ user, admin: answer.value.admin }) : answer;
}

/** For pages of customers: admins are sent to login. */
export async function admitCustomer(): Promise<Admission> {
  const admission = await admitSignedIn();
  if (admission.ok && admission.value.admin) throw redirect(href('/login'));
  return admission;
}

/** For pages of admins: everybody else is signed out, and the dashboard then shows them the login page. */
export async function admitAdmin(): Promise<Admission> {
  const admission = await admitSignedIn();
  if (!admission.ok || admission.value.admin) return admission;
  await signOut('refused');
  return failure({ status: 403, code: 'forbidden', detail: 'This page is for admins.' });
}

/** Whoever is no admin any more is signed out; the dashboard then shows the login page, which says so. */
export async function leaveWhenNoAdmin<O extends Outcome<unknown, ApiFailure>>(answer: O): Promise<O> {
  // A sign-in that is too long ago is refused as well, but leaves everything else allowed.
  if (!answer.ok && answer.failure.status === 403 && answer.failure.code !== 'session_too_old')
    await signOut('refused');
  return answer;
}

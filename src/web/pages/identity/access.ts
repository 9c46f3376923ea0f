import { href, redirect } from 'react-router';
import type { SignedIn } from '#model/identity/person.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { askRole, loadSession, signOut } from '#web/api/identity/session.ts';

export interface Person {
  readonly user: SignedIn;
  readonly admin: boolean;
}

type Admission = Outcome<Person, ApiFailure>;

const UNKNOWN: ApiFailure = { status: 0, code: 'session_unknown' };

/**
 * Throws a redirect to login for the signed-out; a failure means that the call failed. The server authorizes every
 * call: this only picks the page.
 */
export async function admitSignedIn(): Promise<Admission> {
  const session = await loadSession();
  if (session.status === 'signed-out') throw redirect(href('/login'));
  if (session.status === 'unknown') return failure(UNKNOWN);
  const { user, admin } = session;
  return admin === undefined ? admitAs(user) : success({ user, admin });
}

async function admitAs(user: SignedIn): Promise<Admission> {
  const answer = await askRole(user);
  return answer.ok ? success({ user, admin: answer.value.admin }) : answer;
}

export async function admitCustomer(): Promise<Admission> {
  const admission = await admitSignedIn();
  if (admission.ok && admission.value.admin) throw redirect(href('/login'));
  return admission;
}

/** Others are signed out, and the dashboard shows the login page. */
export async function admitAdmin(): Promise<Admission> {
  const known = await admitSignedIn();
  if (!known.ok || known.value.admin) return known;
  // Somebody may have made them one since that was asked.
  const now = await admitAs(known.value.user);
  if (!now.ok || now.value.admin) return now;
  await signOut('refused');
  return failure({ status: 403, code: 'admins_page' });
}

/** Refusals of a call to somebody who is an admin and may do everything else. */
const STILL_ADMIN = ['session_too_old', 'demo_account'];

/** Signs out whoever is no admin any more; the login page says why. */
export async function leaveWhenNoAdmin<O extends Outcome<unknown, ApiFailure>>(answer: O): Promise<O> {
  if (!answer.ok && answer.failure.status === 403 && !STILL_ADMIN.includes(answer.failure.code))
    await signOut('refused');
  return answer;
}

import process from 'node:process';
import { Email } from '../src/model/kernel/email.ts';
import { changeRights, RIGHTS_DEEDS, type RightsDeed } from '../src/services/people/change-rights.ts';
import { refuse, withShopDatabase } from './shop-database.ts';

const DONE: Record<RightsDeed, { changed: string; same: string }> = {
  grant: { changed: 'is an admin from now on', same: 'is an admin already' },
  demote: { changed: 'is a customer from now on and has been signed out', same: 'is no admin' },
  disable: { changed: 'can no longer sign in and has been signed out', same: 'is disabled already' },
  enable: { changed: 'can sign in again', same: 'is not disabled' },
  'sign-out': { changed: 'has been signed out everywhere', same: 'is signed in nowhere' },
};

const REFUSED = {
  person_not_found: (email: string) => `Nobody has signed up as ${email} yet.`,
  demo_account: (email: string) => `${email} is a demonstration account, whose rights DEMO_ACCOUNTS decides.`,
};

const [deed, address = ''] = process.argv.slice(2);
const email = Email.safeParse(address);
if (!isDeed(deed)) refuse(`Say what to do and to whom: npm run admin -- ${RIGHTS_DEEDS.join('|')} someone@example.com`);
else if (!email.success) refuse(`"${address}" is no email address: npm run admin -- ${deed} someone@example.com`);
else
  await withShopDatabase(async (db) => {
    const outcome = await changeRights({ db, clock: () => new Date() }, email.data, deed);
    if (!outcome.ok) return refuse(REFUSED[outcome.failure.code](email.data));
    process.stdout.write(`${email.data} ${outcome.value.changed ? DONE[deed].changed : DONE[deed].same}.\n`);
  });

function isDeed(word: string | undefined): word is RightsDeed {
  return RIGHTS_DEEDS.some((known) => known === word);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { powerFaults } from '../../scripts/checks/powers.ts';
import { readConfig } from '../../src/config.ts';
import { LIMITS } from '../../src/http/limiter.ts';
import { LISTENING } from '../../src/http/listen.ts';
import { MAX_REPORTS } from '../../src/http/policy-reports.ts';
import { BODY_LIMIT } from '../../src/http/read-body.ts';
import { CONFIRMATION_HOURS, CONFIRMATIONS_PER_HOUR } from '../../src/model/identity/confirmation.ts';
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../../src/model/identity/credentials.ts';
import { TRADE } from '../../src/model/identity/new-password.ts';
import { RESET_MINUTES, RESETS_AN_HOUR } from '../../src/model/identity/reset.ts';
import { UPLOAD } from '../../src/model/images/upload.ts';
import { MAIL_LIMITS } from '../../src/model/mail/mail-limits.ts';
import { HOLD_MINUTES, UNCONFIRMED_HOLD, UNCONFIRMED_LINES, UNPAID_DAYS } from '../../src/model/orders/order-life.ts';
import { MAX_PROMISES, PROMISES_A_DAY } from '../../src/model/orders/promise.ts';
import { MAX_LISTS } from '../../src/model/orders/saved-lists.ts';
import { MAX_WATCHES } from '../../src/model/orders/stock-watch.ts';
import { NEW_ADMINS_PER_HOUR } from '../../src/model/people/user.ts';
import { MAX_PURCHASE_LINES } from '../../src/model/purchases/purchase-life.ts';
import { REVIEW_LENGTH, REVIEW_SENDS_PER_DAY } from '../../src/model/reviews/review.ts';
import { TOKEN_SECONDS } from '../../src/outside/identity/bearer-tokens.ts';
import { ATTEMPT_MINUTES, GOOGLE_ATTEMPTS_AN_HOUR } from '../../src/services/identity/begin-google.ts';
import { DEVICE_DAYS, DEVICE_FAILURES } from '../../src/services/identity/known-device.ts';
import { SESSION_LIFE } from '../../src/services/identity/sessions.ts';
import { FAILURES_OF_NETWORK } from '../../src/services/identity/sign-in.ts';
import { FREE_FAILURES, MAX_WAIT_SECONDS } from '../../src/services/identity/sign-in-throttle.ts';
import { HOURLY } from '../../src/services/images/upload-picture.ts';
import { PAPERS_AN_HOUR } from '../../src/services/orders/papers/write-paper-for.ts';
import { RENEWALS_AN_HOUR } from '../../src/services/orders/promises/renew-link.ts';
import { LINKS_AN_HOUR } from '../../src/services/payments/find-link.ts';
import { PROFILE_CHANGES_AN_HOUR } from '../../src/services/people/update-profile.ts';
import { tree } from './tree.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8').replaceAll('\n', ' ');

const HOUR = 3_600_000;
const days = (ms: number) => `${ms / 24 / HOUR} days`;
const hours = (ms: number) => `${ms / HOUR} hours`;

function settings() {
  const config = readConfig({});
  if (!config.ok) throw new Error('no settings');
  return config.value;
}

test.each([
  `JSON of at most ${BODY_LIMIT / 1024} kB`,
  `| password | ${PASSWORD_MIN} to ${PASSWORD_MAX} characters of any kind, taken as typed, in NFC;`,
  `| name | 1 to ${NAME_MAX} characters (code points) in one line`,
  `| review | 1 to ${REVIEW_LENGTH.toLocaleString('en')} characters;`,
  `| ${settings().unpaidLimits.orders} unpaid orders (\`UNPAID_ORDERS\`)`,
  `hold ${settings().unpaidLimits.stockPercent}% of a tool's unsold stock`,
  `| one customer | one review a day (UTC), which ${REVIEW_SENDS_PER_DAY - 1} others of that day may replace |`,
  `| ${settings().unpaidLimits.unconfirmed?.orders} unpaid purchases (\`UNCONFIRMED_ORDERS\`) of ${UNCONFIRMED_LINES} orders together; their stock is held for ${UNCONFIRMED_HOLD.minutes} minutes and at most ${UNCONFIRMED_HOLD.renewals} times more |`,
  `| ${settings().unpaidLimits.unconfirmed?.networkOrders} unpaid purchases together (\`UNCONFIRMED_NETWORK_ORDERS\`) |`,
  `held for ${HOLD_MINUTES} minutes`,
  `| the shop | ${LIMITS.hash.concurrent} passwords hashed at once, ${LIMITS.hash.queued} more wait; ${LIMITS.image.concurrent} pictures made at once, ${LIMITS.image.queued} more wait;`,
  `; ${LIMITS.bulk.concurrent} purchases of more than 50 lines placed at once, ${LIMITS.bulk.queued} more wait;`,
  `cancelled unpaid after ${UNPAID_DAYS} days`,
  `| one person | ${HOURLY.customer.pictures} pictures and ${HOURLY.customer.bytes / 1024 ** 2} MB an hour; an admin ${HOURLY.admin.pictures} pictures, each of ${UPLOAD.megabytes} MB at most |`,
  `| one person | ${PAPERS_AN_HOUR.customer} PDFs an hour of their promises, invoices and packing slips; an admin ${PAPERS_AN_HOUR.admin.toLocaleString('en')} |`,
  `| one person | ${PROFILE_CHANGES_AN_HOUR} changes of their profile an hour |`,
  `| one customer | ${PROMISES_A_DAY} price promises a day, whatever becomes of them, and ${RENEWALS_AN_HOUR} new links of them an hour |`,
  `| one admin | ${NEW_ADMINS_PER_HOUR} new admins an hour,`,
  `| one account | ${RESETS_AN_HOUR.account} reset mails an hour |`,
  `| one address | ${CONFIRMATIONS_PER_HOUR} confirmation mails an hour |`,
  `a link that lasts ${CONFIRMATION_HOURS} hours`,
  `| one network | ${RESETS_AN_HOUR.client} reset mails an hour |`,
  `| one network | ${settings().signUpsPerHour} sign-ups an hour, with Google too, those in vain included (\`SIGNUPS_PER_HOUR\`) |`,
  `| one network | ${GOOGLE_ATTEMPTS_AN_HOUR} sign-ins with Google that it may begin an hour |`,
  `| one network | ${settings().clientConnections} connections at once (\`CLIENT_CONNECTIONS\`)`,
  `| one network | ${MAX_REPORTS.perClient} reports of a browser a minute, ${MAX_REPORTS.total} of all networks |`,
  `| the shop | ${LISTENING.maxConnections.toLocaleString('en')} connections,`,
  `a connection asks ${LISTENING.maxRequestsPerSocket.toLocaleString('en')} times and is told when it has; ${LISTENING.headersTimeout / 1000} s for headers of ${LISTENING.maxHeaderSize / 1024} kB at most, ${LISTENING.requestTimeout / 1000} s for a whole request, ${LISTENING.idleTimeout / 1000} s of silence;`,
  `| one network | ${FAILURES_OF_NETWORK} failed sign-ins an hour |`,
  `| one address | ${MAIL_LIMITS.placed.perHour} mails an hour about orders that were placed, ${MAIL_LIMITS.cancelled.perHour} about`,
  `${MAIL_LIMITS.cancelled.perHour} about orders that were cancelled, ${MAIL_LIMITS.dropped.perHour} about lines that were taken out, ${MAIL_LIMITS.changed.perHour} about unpaid orders that were changed;`,
  `| one address | ${MAIL_LIMITS.paid.perHour} mails an hour about money`,
  `| one address | ${MAIL_LIMITS.here.perHour} mails an hour about pieces that are here; more wait |`,
  `saved lists of ${MAX_PURCHASE_LINES} tools each, ${MAX_LISTS} saved lists, ${MAX_PROMISES} price promises that are valid at once, ${MAX_WATCHES} tools to be told about |`,
  `| one network | opens one pay link ${LINKS_AN_HOUR.open} times an hour, presses Pay by it ${LINKS_AN_HOUR.pay} times and has ${LINKS_AN_HOUR.paper} PDFs made; ${LINKS_AN_HOUR.unknown} links an hour that there are not |`,
  `in the cookie \`__Host-device\` for ${DEVICE_DAYS} days`,
  `After ${DEVICE_FAILURES} wrong passwords in a row`,
  `an attempt lasts ${ATTEMPT_MINUTES} minutes`,
  `a link lasts ${RESET_MINUTES} minutes`,
  `the trade: ${TRADE.join(', ')}.`,
  `with them taken out, ${PASSWORD_MIN} characters must be left`,
  `After ${FREE_FAILURES} failures for one account each further try waits 1, 2, 4 and so on up to ${MAX_WAIT_SECONDS} seconds`,
  `| customer | ${days(SESSION_LIFE.customer.idle)} | ${days(SESSION_LIFE.customer.absolute)} |`,
  `| admin | ${hours(SESSION_LIFE.admin.idle)} | ${hours(SESSION_LIFE.admin.absolute)} |`,
  `a bearer token beside it that ends after ${TOKEN_SECONDS / 60} minutes`,
  `at most ${UPLOAD.megabytes} MB and ${UPLOAD.megapixels} megapixels`,
])('the page of security says "%s", as the code does', (words) => {
  expect(page).toContain(words);
});

const ROWS = [...readFileSync(join(root, 'docs/security.md'), 'utf8').matchAll(/^\| ([^|]+) \| [^|]* \| [^|]*\|$/gm)]
  .map(([, power]) => `| ${power} | nowhere | |`)
  .join('\n');
const faults = (code: string, page = ROWS) => powerFaults(tree({ 'src/door.ts': code, 'docs/security.md': page }));

test('what the code may do is in the page, and nothing else', () => {
  expect(faults('export const door = 1;')).toEqual([]);
  expect(faults('// never eval(text)\n/** Not eval(text). */')).toEqual([]);
  expect(faults("import { spawn } from 'node:child_process';")).toEqual([
    'src/door.ts  starts a program: say why in docs/security.md',
  ]);
  const named = ROWS.replace('| starts a program | nowhere |', '| starts a program | `src/door.ts` |');
  expect(faults("import { spawn } from 'node:child_process';", named)).toEqual([]);
  expect(faults('export const door = 1;', named)).toEqual([
    'docs/security.md  says that src/door.ts starts a program, which it does not',
  ]);
  expect(faults('', ROWS.replace('| starts a program |', '| starts |'))).toEqual([
    'docs/security.md  has no row "starts a program"',
  ]);
});

test.each([
  ['eval(text)', 'makes code from text'],
  ["const open = new Function('a', text)", 'makes code from text'],
  ["setTimeout('go()', 1)", 'makes code from text'],
  ['<p dangerouslySetInnerHTML={{ __html: text }} />', 'makes markup from text'],
  ['element.innerHTML = text', 'makes markup from text'],
  ['sql.unsafe(text)', 'makes SQL from text'],
  ['new RegExp(text)', 'makes a pattern from text'],
  ["import { readFile } from 'node:fs/promises'", 'reads or writes files'],
  ['await fetch(url)', 'speaks to another server'],
  ["import { connect } from 'node:tls'", 'speaks to another server'],
  ['{ rejectUnauthorized: false }', 'leaves certificates unchecked'],
  ['Math.random()', 'random numbers that can be guessed'],
  ["createHash('sha1')", 'hashes with anything else'],
  ["createCipheriv('aes-128-ecb', key, null)", 'encrypts or decrypts'],
  ["localStorage.setItem('a', 'b')", 'keeps data in the browser'],
  ["window.addEventListener('message', go)", 'hears other windows'],
  ['window.shop = 1', 'writes globals of the browser'],
  ["console.log('here')", 'writes a log'],
  ['location.assign(place)', 'sends the browser elsewhere'],
])('%s is a power that %s', (code, power) => {
  expect(faults(code)).toContain(`src/door.ts  ${power}: say why in docs/security.md`);
});

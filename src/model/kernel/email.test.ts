import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalEmail, Email } from './email.ts';

const word = fc.stringMatching(/^[a-z0-9](?:[a-z0-9_+-]{0,10}[a-z0-9])?$/);
const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,10}[a-z0-9])?$/);
const address = fc
  .tuple(
    fc.array(word, { minLength: 1, maxLength: 3 }),
    fc.array(label, { minLength: 1, maxLength: 3 }),
    fc.stringMatching(/^[a-z]{2,8}$/),
  )
  .map(([user, host, top]) => `${user.join('.')}@${host.join('.')}.${top}`);
const spellings = fc.tuple(address, fc.infiniteStream(fc.boolean()), fc.constantFrom('', ' ', '\t', '\n', '\u00a0'));

test('every spelling of an address is the same address', () => {
  fc.assert(
    fc.property(spellings, ([email, upper, space]) => {
      const spelt = [...email].map((letter) => (upper.next().value ? letter.toUpperCase() : letter)).join('');
      expect(canonicalEmail(space + spelt + space)).toBe(email);
      expect(Email.parse(space + spelt + space)).toBe(email);
    }),
  );
});

test('what was made canonical stays as it is', () => {
  fc.assert(
    fc.property(fc.oneof(address, fc.emailAddress()), (email) => {
      expect(canonicalEmail(canonicalEmail(email))).toBe(canonicalEmail(email));
    }),
  );
});

test('composed and decomposed letters are one', () => {
  expect(canonicalEmail('jose\u0301@example.com')).toBe(canonicalEmail('JOS\u00c9@example.com'));
});

test('whatever is accepted is plain ASCII with one @, ready for a mail server and for a path', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.emailAddress(),
        address,
        address.map((it) => `${it}\u0000`),
      ),
      (text) => {
        const parsed = Email.safeParse(text);
        if (!parsed.success) return;
        expect(parsed.data).toMatch(/^[a-z0-9._'+-]+@[a-z0-9.-]+$/);
        expect(parsed.data).not.toMatch(/\.\.|\.@|@\.|\s/);
      },
    ),
  );
});

const noAddress = [
  ...['sam', '@', 'sam@', '@example.com', 'sam@example', 'sam@@example.com', 'a@b@c.de', 'sam @example.com'],
  ...['sam@exa mple.com', '.sam@example.com', 'sam.@example.com', 's..am@example.com', 'sam@.com', 'sam@example..com'],
  ...['sam@-example.com', 'sam@example-.com', 'sam@example.c', 'sam@127.0.0.1', 'sam@[127.0.0.1]', '"sam"@example.com'],
  ...[
    'sam@example.com, ann@example.com',
    'sam@example.com\r\nBcc: x@y.de',
    'Sam <sam@example.com>',
    'sam%x@example.com',
  ],
];
test.each(noAddress)('"%s" is no address', (text) => {
  expect(Email.safeParse(text).error?.issues.map((it) => it.message)).toEqual(['Email is Invaild']);
});

test('a long address is judged in no time', () => {
  const began = process.cpuUsage();
  for (const text of [
    `${'a'.repeat(250)}@`,
    'a.'.repeat(126),
    `a@${'a-'.repeat(120)}`,
    `${'a'.repeat(63)}@${'a.'.repeat(90)}`,
  ])
    expect(Email.safeParse(text).success).toBe(false);
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
});

test('a top domain of other letters is written as browsers send it', () => {
  expect(Email.safeParse('user@xn--e1afmkfd.xn--p1ai').success).toBe(true);
  expect(Email.safeParse('user@xn--e1afmkfd.xn--p1ai-').success).toBe(false);
  expect(Email.safeParse('user@example.xn--').success).toBe(false);
});

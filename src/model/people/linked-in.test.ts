import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LinkedIn, linkedInAddress, shortLinkedIn } from './linked-in.ts';

test.each([
  ['linkedin.com/in/dana-ortiz', 'https://linkedin.com/in/dana-ortiz'],
  ['www.linkedin.com/in/dana-ortiz/', 'https://www.linkedin.com/in/dana-ortiz/'],
  ['  https://uk.linkedin.com/in/dana-ortiz ', 'https://uk.linkedin.com/in/dana-ortiz'],
  ['http://linkedin.com/in/dana-ortiz', 'https://linkedin.com/in/dana-ortiz'],
  ['HTTPS://LinkedIn.com/in/Dana', 'https://linkedin.com/in/Dana'],
  ['linkedin.com/company/toolyard?trk=x#about', 'https://linkedin.com/company/toolyard?trk=x'],
  ['linkedin.com/in/dana"onmouseover=alert(1)', 'https://linkedin.com/in/dana%22onmouseover=alert(1)'],
])('%s is kept as %s', (typed, kept) => {
  expect(LinkedIn.parse(typed)).toBe(kept);
});

test.each([
  'javascript:alert(1)',
  'javascript:alert(1)//linkedin.com/in/dana',
  'javascript://linkedin.com/%0aalert(1)',
  'JaVaScRiPt://linkedin.com/in/dana',
  'data:text/html,linkedin.com/in/dana',
  'vbscript:linkedin.com/in/dana',
  'ftp://linkedin.com/in/dana',
  'linkedin.com',
  'linkedin.com/',
  'dana-ortiz',
  'linkedin.com.evil.example/in/dana',
  'evil.example/linkedin.com/in/dana',
  'notlinkedin.com/in/dana',
  'linkedin.com@evil.example/in/dana',
  'https://linkedin.com:secret@evil.example/in/dana',
  'https://dana@linkedin.com/in/dana',
  'https://linkedin.com:8443/in/dana',
  'https://evil.example\\.linkedin.com/in/dana',
  'https://linkedin.com./in/dana',
  'linkedin.com/in/dana ortiz',
  'linked\nin.com/in/dana',
  'linkedin.com/in/\u0000dana',
  'https://lіnkedin.com/in/dana',
  'https://',
  'x'.repeat(400),
])('%s is refused', (typed) => {
  const parsed = LinkedIn.safeParse(typed);
  expect(parsed.error?.issues[0]?.message).toMatch(/^Type an address at linkedin\.com/);
});

test('nothing typed is asked for', () => {
  expect(LinkedIn.safeParse('  ').error?.issues[0]?.message).toMatch(/^LinkedIn is required/);
});

test('whatever is typed: what is kept is a page of LinkedIn for every parser of addresses, and stays when saved again', () => {
  const pieces = fc.constantFrom(
    ...['https://', 'http://', 'javascript:', 'data:', '//', '/', '\\', '@', ':', '.', '#', '?', '%', 'evil.example'],
    ...['linkedin.com', 'LINKEDIN.COM', 'www.', 'in', 'é', '。', '\t', ' ', '8080', '"', "'", '<'],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 4, arbitrary: pieces }, fc.string()), { maxLength: 8 }), (parts) => {
      const kept = linkedInAddress(parts.join(''));
      if (kept === undefined) return;
      const { protocol, hostname, host, username, pathname } = new URL(kept);
      expect({ protocol, username }).toEqual({ protocol: 'https:', username: '' });
      expect(hostname === 'linkedin.com' || hostname.endsWith('.linkedin.com')).toBe(true);
      expect(host).toBe(hostname);
      expect(pathname.length).toBeGreaterThan(1);
      expect(kept).toMatch(/^https:\/\/([a-z0-9-]+\.)*linkedin\.com\/./);
      expect(linkedInAddress(kept)).toBe(kept);
    }),
    { numRuns: 5_000 },
  );
});

test('people read an address without what every address has', () => {
  expect(shortLinkedIn('https://www.linkedin.com/in/dana-ortiz')).toBe('linkedin.com/in/dana-ortiz');
  expect(shortLinkedIn('https://uk.linkedin.com/in/dana')).toBe('uk.linkedin.com/in/dana');
});

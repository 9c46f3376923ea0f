import { z } from 'zod';

const REQUIRED = 'LinkedIn is required. Type the address of your page there.';
const WRONG = 'Type an address at linkedin.com, such as linkedin.com/in/your-name.';
const LONGEST = 300;

export const LinkedIn = z
  .string({ error: REQUIRED })
  .trim()
  .min(1, { error: REQUIRED, abort: true })
  .max(LONGEST, { error: WRONG, abort: true })
  .transform((typed, context) => {
    const address = linkedInAddress(typed);
    if (address !== undefined) return address;
    context.addIssue({ code: 'custom', message: WRONG });
    return z.NEVER;
  });

/** Always https on linkedin.com or a subdomain; undefined otherwise, so that a link cannot lead elsewhere. */
export function linkedInAddress(typed: string): string | undefined {
  const text = typed.trim();
  // URL parsers drop line breaks and tabs silently: the reader would see another address.
  if (/[\s\p{Cc}]/u.test(text)) return undefined;
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  url.protocol = 'https:';
  url.hash = '';
  const isPage = /^(?:[a-z0-9-]+\.)*linkedin\.com$/.test(url.hostname) && url.port === '' && url.pathname !== '/';
  return isPage && url.username === '' && url.password === '' ? url.href : undefined;
}

export const shortLinkedIn = (address: string): string => address.replace(/^https:\/\/(?:www\.)?/, '');

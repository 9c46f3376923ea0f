import type { Actor } from './call.ts';
import { failed, type Reply } from './refusal.ts';

/** The key is a bearer token, or the user name of Basic authentication. */
export function actorOf(
  authorization: string | undefined,
  { secretKey, publishableKey }: { secretKey: string; publishableKey: string },
): Actor | Reply {
  const key = keyIn(authorization ?? '');
  if (key === secretKey) return 'secret';
  if (key === publishableKey) return 'publishable';
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`
    : 'You did not provide an API key. You need to provide your API key in the Authorization header.';
  return failed(401, { type: 'invalid_request_error', message }, false);
}

export const mayNot = failed(
  403,
  {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  },
  false,
);

function keyIn(authorization: string): string {
  const [, scheme = '', value = ''] = /^(\w+) (\S+)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0] as string;
  return '';
}

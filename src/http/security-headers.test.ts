import { expect, test } from 'vitest';
import { createLimiter, LIMITS } from './limiter.ts';
import { createPages } from './pages.ts';
import { baseHeaders, pagePolicy } from './security-headers.ts';

const directives = (policy: string) => new Map(policy.split('; ').map((it) => [it.split(' ')[0], it]));
const render = async () => new Response('<p>Page</p>', { headers: { 'content-type': 'text/html' } });

const limiter = createLimiter(LIMITS, () => false);

test('a page allows its own files and its own inline scripts, and neither code nor markup made from text', () => {
  const policy = directives(pagePolicy(['abc='], false));
  expect(policy.get('default-src')).toBe("default-src 'none'");
  expect(policy.get('script-src')).toBe("script-src 'self' 'sha256-abc='");
  expect(policy.get('style-src')).toBe("style-src 'self'");
  expect(policy.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
  expect([...policy.values()].join()).not.toMatch(/unsafe|https:|\*/);
});

test("Stripe's origins are named on the payment pages only", async () => {
  const pages = createPages({ render, withPolicy: true, stripeBelow: ['/dashboard/payment/', '/promise/'], limiter });
  const policyOf = async (path: string) =>
    (await pages(new Request(`https://shop.test${path}`))).headers.get('content-security-policy') ?? '';
  for (const path of ['/dashboard/payment/1', '/promise/1'])
    expect(await policyOf(path)).toContain('https://js.stripe.com');
  for (const path of ['/', '/login', '/dashboard', '/dashboard/promises/1', '/purchase/dashboard/payment/'])
    expect(await policyOf(path)).not.toContain('stripe.com');
});

test("a payment page allows what Stripe's guide names, and no styles in attributes", () => {
  const policy = directives(pagePolicy([], true));
  expect(policy.get('script-src')).toBe("script-src 'self' https://js.stripe.com https://*.js.stripe.com");
  expect(policy.get('frame-src')).toBe(
    'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  );
  expect(policy.get('connect-src')).toBe("connect-src 'self' https://api.stripe.com");
  expect(policy.get('style-src')).toBe("style-src 'self'");
  expect(new Map(baseHeaders('https://shop.test')).get('permissions-policy')).toContain(
    'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
  );
});

test('only a shop under https asks browsers to stay with https', () => {
  const names = (origin: string) => baseHeaders(origin).map(([name]) => name);
  expect(names('https://shop.test')).toContain('strict-transport-security');
  expect(names('http://localhost:3000')).not.toContain('strict-transport-security');
});

test('HEAD of a page says all that GET says, and sends no page', async () => {
  const withScript = async (request: Request, nonce: string) =>
    new Response(request.method === 'HEAD' ? null : `<script nonce="${nonce}">run()</script>`, {
      headers: { 'content-type': 'text/html' },
    });
  const pages = createPages({ render: withScript, withPolicy: true, limiter });
  const ask = (method: string) => pages(new Request('https://shop.test/', { method }));
  const [get, head] = [await ask('GET'), await ask('HEAD')];
  const { 'content-length': length, ...others } = Object.fromEntries(head.headers);
  expect(others).toEqual(Object.fromEntries(get.headers));
  expect(others['content-security-policy']).toMatch(/'sha256-/);
  expect([await head.text(), Number(length)]).toEqual(['', (await get.text()).length]);
});

type Header = readonly [name: string, value: string];

export const POLICY_REPORTS = '/policy-reports';

export const baseHeaders = (publicOrigin: string): readonly Header[] => [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', PERMISSIONS],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ...(publicOrigin.startsWith('https:') ? [STRICT_TRANSPORT] : []),
];

/** What has the token of a link in its address tells that to nobody, and is kept and found nowhere. */
export const LINK_HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
} as const;

/** For assets: without what only documents use. */
export const partHeaders = (publicOrigin: string): readonly Header[] =>
  baseHeaders(publicOrigin).filter(([name]) => name !== 'permissions-policy');

// One year: the minimum of hstspreload.org.
const STRICT_TRANSPORT: Header = ['strict-transport-security', 'max-age=31536000; includeSubDomains'];
const PERMISSIONS = [
  ...['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'serial', 'usb'].map((it) => `${it}=()`),
  'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
].join(', ');

/** As docs.stripe.com/security/guide names them: Stripe.js opens frames below its host. */
const STRIPE = 'https://js.stripe.com https://*.js.stripe.com';

/** `stripe`: for pages with the card form, without Trusted Types, which are untested with Stripe's script. */
export function pagePolicy(scriptHashes: readonly string[], stripe: boolean): string {
  const scripts = ["'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`)];
  return [
    "default-src 'none'",
    `script-src ${[...scripts, ...(stripe ? [STRIPE] : [])].join(' ')}`,
    "script-src-attr 'none'",
    "style-src 'self'",
    `connect-src ${stripe ? "'self' https://api.stripe.com" : "'self'"}`,
    ...(stripe ? [`frame-src ${STRIPE} https://hooks.stripe.com`] : []),
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    ...(stripe ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
    'report-to csp',
    // For browsers without `report-to`.
    `report-uri ${POLICY_REPORTS}`,
  ].join('; ');
}

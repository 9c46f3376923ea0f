type Header = readonly [name: string, value: string];

/** Where browsers report what a page's policy refused. */
export const POLICY_REPORTS = '/policy-reports';

/** On every answer. Pages add their own content security policy. */
export const baseHeaders = (publicOrigin: string): readonly Header[] => [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', PERMISSIONS],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ...(publicOrigin.startsWith('https:') ? [STRICT_TRANSPORT] : []),
];

/** On the files that pages are made of: what only a document heeds would be sent with each of them for nothing. */
export const partHeaders = (publicOrigin: string): readonly Header[] =>
  baseHeaders(publicOrigin).filter(([name]) => name !== 'permissions-policy');

// A year: what browsers ask of a site that means it.
const STRICT_TRANSPORT: Header = ['strict-transport-security', 'max-age=31536000; includeSubDomains'];
/** Of what a browser can do beyond pages, the shop uses the payment request of the card form and nothing else. */
const PERMISSIONS = [
  ...['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'serial', 'usb'].map((it) => `${it}=()`),
  'payment=(self "https://js.stripe.com")',
].join(', ');

/**
 * The policy of a page: only the shop's own files, and of inline scripts only those whose hashes are named. No script
 * can turn text into markup or code (Trusted Types), but beside Stripe's own, which cannot be tried without Stripe.
 * @param stripe true for the page where cards are typed into Stripe's own fields
 */
export function pagePolicy(scriptHashes: readonly string[], stripe: boolean): string {
  const scripts = ["'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`)];
  return [
    "default-src 'none'",
    `script-src ${[...scripts, ...(stripe ? ['https://js.stripe.com'] : [])].join(' ')}`,
    "script-src-attr 'none'",
    "style-src 'self'",
    `connect-src ${stripe ? "'self' https://api.stripe.com" : "'self'"}`,
    ...(stripe ? ['frame-src https://js.stripe.com https://hooks.stripe.com'] : []),
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    ...(stripe ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
    'report-to csp',
    // For browsers that do not know the line above.
    `report-uri ${POLICY_REPORTS}`,
  ].join('; ');
}

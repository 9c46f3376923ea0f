/** On every answer. Pages add their own content security policy. */
export const baseHeaders: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
];

/**
 * The policy of a page: only the shop's own files, and of inline scripts only those whose hashes are named.
 * @param stripe true when cards are typed into Stripe's own fields
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
  ].join('; ');
}

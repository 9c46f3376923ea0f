import type { Call, Ownership } from './call.ts';
import type { FailureCode } from './failure-code.ts';

const ALWAYS = ['unknown_host', 'too_many_at_once', 'busy', 'internal'] as const;
const BODY = ['body_too_large', 'body_incomplete', 'body_in_pieces'] as const;

/** What a call answers about somebody else's: an order, list or promise of others is not found. */
export const OWNERSHIP_REFUSAL = {
  none: undefined,
  'own-email': 'not_yours',
  'own-email-or-admin': 'not_yours',
  'own-order': 'order_not_found',
  'own-purchase-or-admin': 'order_not_found',
  'own-list': 'list_not_found',
  'own-promise': 'promise_not_found',
} as const satisfies Record<Ownership, FailureCode | undefined>;

/** Only the shop's own pages may set, clear or use the session cookie. */
export const isFromPage = ({ actor, feature, method }: Call): boolean =>
  actor === 'session' || (feature === 'identity' && method !== 'GET');

/** All failure codes of a call: those of its row, and those that follow from the row. */
export function problemsOf(call: Call): FailureCode[] {
  const { actor, ownership, params, query, headers, body, file, raw } = call;
  const refusal = OWNERSHIP_REFUSAL[ownership];
  const named: FailureCode[] = [
    ...when(params || query || headers || body, 'invalid_request'),
    ...when(body, 'json_expected', 'invalid_json', ...BODY),
    ...when(file, ...FILE),
    ...when(raw, ...BODY),
    ...when(isFromPage(call), 'foreign_origin'),
    ...when(actor === 'session', 'session_missing'),
    ...when(actor === 'signed-in' || actor === 'customer' || actor === 'admin', 'signed_out'),
    ...when(actor === 'admin', 'admin_only'),
    ...when(actor === 'customer' && !call.problems?.includes('admin_cannot_order'), 'customer_only'),
    ...(refusal ? [refusal] : []),
    ...when(actor === 'link', 'link_not_found'),
    ...(call.problems ?? []),
    ...ALWAYS,
  ];
  return [...new Set(named)];
}

const when = (applies: unknown, ...codes: FailureCode[]): FailureCode[] => (applies ? codes : []);

const FILE = [
  'multipart_expected',
  'file_missing',
  'one_file_only',
  'file_too_large',
  'body_incomplete',
  'body_in_pieces',
  'too_many_uploads',
] as const;

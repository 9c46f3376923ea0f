import type { Call } from './call.ts';

const ALWAYS = ['unknown_host', 'too_many_at_once', 'busy', 'internal'] as const;
const BODY = ['body_too_large', 'body_incomplete', 'body_in_pieces'] as const;

/** All failure codes of a call: those of its row, and those that follow from the row. */
export function problemsOf(call: Call): string[] {
  const { actor, ownership, params, query, headers, body, file, raw } = call;
  const fromPage = actor === 'session' || (call.feature === 'identity' && call.method !== 'GET');
  return [
    ...new Set([
      ...(params || query || headers || body ? ['invalid_request'] : []),
      ...(body ? ['json_expected', 'invalid_json', ...BODY] : []),
      ...(file ? FILE : []),
      ...(raw ? BODY : []),
      ...(fromPage ? ['foreign_origin'] : []),
      ...(actor === 'session' ? ['session_missing'] : []),
      ...(actor === 'signed-in' || actor === 'customer' || actor === 'admin' ? ['signed_out'] : []),
      ...(actor === 'admin' ? ['admin_only'] : []),
      ...(actor === 'customer' && call.name !== 'placeOrder' ? ['customer_only'] : []),
      ...(ownership === 'own-email' || ownership === 'own-email-or-admin' ? ['not_yours'] : []),
      ...(ownership === 'own-order' ? ['order_not_found'] : []),
      ...(call.problems ?? []),
      ...ALWAYS,
    ]),
  ];
}

const FILE = [
  ...['multipart_expected', 'file_missing', 'one_file_only', 'file_too_large', 'body_incomplete', 'body_in_pieces'],
  'too_many_uploads',
];

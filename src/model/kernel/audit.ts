/** The deeds that the audit table knows, in the groups in which people look for them. */
export const AUDIT_GROUPS = {
  'sign-ins': ['session.opened', 'session.refused', 'session.closed', 'session.revoked'],
  accounts: [
    'person.signed_up',
    'person.told_profile',
    'email.confirmed',
    'person.chose_mail',
    'google.linked',
    'password.reset_asked',
    'password.reset',
    'password.changed',
    'password.refused',
    'password.removed',
  ],
  rights: ['person.made_admin', 'person.demoted', 'person.disabled', 'person.enabled', 'demo.opened', 'demo.closed'],
  refusals: ['access.refused'],
  tools: [
    'tool.added',
    'tool.changed',
    'tool.deleted',
    'tool.restored',
    'tool.restocked',
    'tool.stock_corrected',
    'shop.filled',
  ],
  orders: [
    'order.placed',
    'order.hold_released',
    'order.cancelling',
    'order.cancelled',
    'order.shipped',
    'order.shipping_undone',
  ],
  payments: [
    'order.paid',
    'order.refund_due',
    'order.refunded',
    'payment.refunded',
    'payment.forgotten',
    'order.review',
    'order.review_added',
    'order.resumed',
    'order.resumed_shipped',
    'order.refund_decided',
    'order.closed',
  ],
  reviews: ['review.added', 'review.replaced', 'review.hidden', 'review.shown'],
  settings: ['shop.configured'],
} as const satisfies Record<string, readonly string[]>;

export type AuditGroup = keyof typeof AUDIT_GROUPS;
export type AuditAction = (typeof AUDIT_GROUPS)[AuditGroup][number];

export const GOOGLE = { start: '/auth/google', callback: '/auth/google/callback' } as const;

export type GoogleTrouble =
  | 'off'
  | 'unreachable'
  | 'cancelled'
  | 'busy'
  | 'too_many_sign_ins'
  | 'too_many_sign_ups'
  | 'expired'
  | 'refused'
  | 'unverified'
  | 'unusable'
  | 'other_account'
  | 'foreign_mailbox'
  | 'demonstration'
  | 'admin'
  | 'closed';

import type { GoogleTrouble } from '#model/identity/google.ts';

export const GOOGLE_TROUBLE = {
  off: 'Sign-in with Google is not set up in this shop. Use your email and password.',
  unreachable: 'Google cannot be reached at the moment. Try again, or use your email and password.',
  cancelled: 'The sign-in with Google was left before its end. Try again, or use your email and password.',
  busy: 'The shop is busy at this moment. Try again in a few seconds.',
  too_many_sign_ins:
    'Too many sign-ins with Google were begun from your network. Try again in an hour, or use your email and password.',
  too_many_sign_ups:
    'Too many accounts were opened from your network. Try again in an hour, or sign in to an account that you have.',
  expired: 'This sign-in with Google took too long or was begun in another browser. Try again.',
  refused: 'Google did not confirm who you are. Try again, or use your email and password.',
  unverified: 'Google has not verified the email address of this account, so it cannot be used here.',
  unusable: 'The email address of this Google account cannot be used here. Sign up with another one.',
  other_account:
    'The shop knows this email address with another Google account. Use your email and password; Forgot password gives you one.',
  foreign_mailbox:
    'There is an account with this email address, and its mailbox is not at Google. Use your email and password; Forgot password gives you one.',
  demonstration: 'This email address belongs to a demonstration account. Use its button below.',
  admin: 'The stand-in for Google believes whatever is typed, so admins use their email and password here.',
  closed: 'This account is closed. Write to the shop if you think that this is a mistake.',
} satisfies Record<GoogleTrouble, string>;

export const isGoogleTrouble = (code: string | null): code is GoogleTrouble =>
  code !== null && Object.hasOwn(GOOGLE_TROUBLE, code);

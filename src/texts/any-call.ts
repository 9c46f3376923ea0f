export interface ShownFailure {
  readonly status: number;
  readonly code: string;
  readonly figures?: object | undefined;
  readonly errors?: readonly { readonly field: string; readonly message: string }[] | undefined;
}

/** What may go wrong with any call. Apart from the others, which the home page has no use for. */
export const ANY_CALL = {
  unreachable: 'The shop cannot be reached. Check your connection and try again.',
  too_many_at_once: 'Too many requests of your network are in progress. Try again when some of them are answered.',
  busy: 'The shop is busy. Try again in a few seconds.',
  internal: 'Something failed in the shop and was logged. Try again in a moment.',
};

export const anyCallText = ({ status, code, errors }: ShownFailure): string =>
  errors?.map(({ message }) => message).join(' ') ??
  (Object.hasOwn(ANY_CALL, code)
    ? ANY_CALL[code as keyof typeof ANY_CALL]
    : `The shop answered ${status}. Try again in a moment.`);

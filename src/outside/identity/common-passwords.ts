/** Passwords that are tried first by whoever guesses: the most used ones of published breaches. */
export interface CommonPasswords {
  /** Letters of any case count as the same. */
  has(password: string): Promise<boolean>;
}

/** Reads its list at the first question: a shop that never asks does not carry it. */
export function createCommonPasswords(): CommonPasswords {
  let known: Promise<ReadonlySet<string>> | undefined;
  return {
    async has(password) {
      known ??= load();
      return (await known).has(password.toLowerCase());
    },
  };
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

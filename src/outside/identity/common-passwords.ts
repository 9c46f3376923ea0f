export interface CommonPasswords {
  /** Ignores case. */
  has(password: string): Promise<boolean>;
}

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

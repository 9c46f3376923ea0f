interface Parsed {
  readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
}

/** The field and the message of each issue that a schema found; undefined where it found none. */
export const issuesOf = ({ error }: Parsed) => error?.issues.map(({ path, message }) => [path.join('.'), message]);

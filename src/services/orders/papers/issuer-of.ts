import type { Issuer } from '#model/purchases/papers.ts';
import type { Shop } from '../../kernel/context.ts';

/** Who stands at the head of a paper. */
export const issuerOf = ({ name, address = [], contactEmail: email }: Shop): Issuer => ({
  name,
  ...(address.length > 0 && { address: [...address] }),
  email,
});

import { createContext, use } from 'react';

/** `origin` is the shop's public address. */
export const ShopContext = createContext({ name: '', origin: '', contactEmail: '' });

/** The document's title: `My Orders | Toolyard`. One for each page. */
export function PageTitle({ children }: { children: string }) {
  const { name } = use(ShopContext);
  return <title>{name ? `${children} | ${name}` : children}</title>;
}

import { createContext, use } from 'react';

/** What every page says of the shop, given once by the document. `origin` is the shop's public address. */
export const ShopContext = createContext({ name: '', origin: '' });

/** The name of the page in the browser's tab: `My Orders | Toolyard`. One for each page. */
export function PageTitle({ children }: { children: string }) {
  const { name } = use(ShopContext);
  return <title>{name ? `${children} | ${name}` : children}</title>;
}

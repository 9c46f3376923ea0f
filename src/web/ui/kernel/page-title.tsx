import { createContext, use } from 'react';

/** The shop's name, given once by the document. */
export const ShopNameContext = createContext('');

/** The name of the page in the browser's tab: `My Orders | Toolyard`. One for each page. */
export function PageTitle({ children }: { children: string }) {
  const shop = use(ShopNameContext);
  return <title>{shop ? `${children} | ${shop}` : children}</title>;
}

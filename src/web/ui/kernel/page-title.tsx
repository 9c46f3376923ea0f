import { createContext, use } from 'react';

/** Used when the document's own data failed to load. */
export const NO_SHOP = { name: '', origin: '', contactEmail: '', year: 0, offerPercent: 0, samples: false };

/** `origin` is the shop's public address; with `samples` invented tools, figures and partners may be shown. */
export const ShopContext = createContext(NO_SHOP);

/** The document's title: `My Orders | Toolyard`. One for each page. */
export function PageTitle({ children }: { children: string }) {
  const { name } = use(ShopContext);
  return <title>{name ? `${children} | ${name}` : children}</title>;
}

import { createContext, use } from 'react';

/** `origin` is the shop's public address; with `samples` invented tools, figures and partners may be shown. */
export const ShopContext = createContext({ name: '', origin: '', contactEmail: '', samples: false });

/** The document's title: `My Orders | Toolyard`. One for each page. */
export function PageTitle({ children }: { children: string }) {
  const { name } = use(ShopContext);
  return <title>{name ? `${children} | ${name}` : children}</title>;
}

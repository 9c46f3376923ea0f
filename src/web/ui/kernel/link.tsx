import { type AnchorHTMLAttributes, type ComponentType, createContext, use } from 'react';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  prefetch?: 'intent' | 'render' | 'none';
  /** The page stays where it is scrolled to. */
  preventScrollReset?: boolean;
}

/** The link that the pages give to this kit, which knows no router. A plain link where none was given. */
export const LinkContext = createContext<ComponentType<LinkProps>>(
  ({ to, prefetch: _, preventScrollReset: __, ...rest }) => <a href={to} {...rest} />,
);

/** A link to another page of the shop. */
export function Link(props: LinkProps) {
  const Given = use(LinkContext);
  return <Given {...props} />;
}

import { type AnchorHTMLAttributes, type ComponentType, createContext, use } from 'react';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  prefetch?: 'intent' | 'render' | 'none';
  preventScrollReset?: boolean;
}

/** The link component that pages provide: this kit knows no router. A plain link by default. */
export const LinkContext = createContext<ComponentType<LinkProps>>(
  ({ to, prefetch: _, preventScrollReset: __, ...rest }) => <a href={to} {...rest} />,
);

export function Link(props: LinkProps) {
  const Given = use(LinkContext);
  return <Given {...props} />;
}

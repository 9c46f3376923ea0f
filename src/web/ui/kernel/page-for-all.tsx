import { use } from 'react';
import { ShopContext } from './page-title.tsx';

interface PageForAllProps {
  /** The canonical path, without filters and order. */
  readonly path: string;
  readonly title: string;
  /** One or two sentences for search results. */
  readonly description: string;
  /** For link previews; the shop's own picture by default. */
  readonly picture?: string;
}

export function PageForAll({ path, title, description, picture }: PageForAllProps) {
  const { name, origin } = use(ShopContext);
  const address = new URL(path, origin || 'http://localhost').href;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={new URL(picture ?? '/social.jpg', address).href} />
      <meta property="og:image:alt" content={picture ? title : name} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** For private pages: search engines leave them out. */
export function PageForNobodyElse() {
  return <meta name="robots" content="noindex" />;
}

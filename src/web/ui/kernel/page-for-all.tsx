import { use } from 'react';
import { ShopContext } from './page-title.tsx';

interface PageForAllProps {
  /** The page's own address, without what only narrows or orders it. */
  readonly path: string;
  readonly title: string;
  /** What a list of search results shows below the title: one or two sentences. */
  readonly description: string;
  /** What links to the page show; the shop's own picture where a page has none. */
  readonly picture?: string;
}

/** What search engines and other sites show of a page that everybody may read. */
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

/** For pages that are of no use to strangers: search engines leave them out. */
export function PageForNobodyElse() {
  return <meta name="robots" content="noindex" />;
}

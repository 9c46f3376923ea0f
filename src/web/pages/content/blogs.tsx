import { href } from 'react-router';
import { BlogArticle } from '#web/ui/content/blog-article.tsx';
import { PageForAll } from '#web/ui/kernel/page-for-all.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { introduction, posts, summary } from '../../../../content/blogs.ts';
import contentStyles from '../../styles/content.css?url';
import type { Route } from './+types/blogs.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: contentStyles }];

export default function Blogs() {
  return (
    <main id="main" className="wrap blogs">
      <PageTitle>Blogs</PageTitle>
      <PageForAll path={href('/blogs')} title="Blogs" description={summary} />
      <div className="blogs__head">
        <h1 className="h1">Blogs</h1>
        <p className="lead">{introduction}</p>
      </div>
      {posts.map((post) => (
        <BlogArticle key={post.id} {...post} />
      ))}
    </main>
  );
}

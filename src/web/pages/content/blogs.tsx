import { BlogArticle } from '#web/ui/content/blog-article.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { introduction, posts } from '../../../../content/blogs.ts';

export default function Blogs() {
  return (
    <main id="main" className="wrap blogs">
      <PageTitle>Blogs</PageTitle>
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

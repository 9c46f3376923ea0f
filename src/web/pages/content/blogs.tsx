import { href } from 'react-router';
import type { BlogBlock, BlogPost } from '#model/content/blog.ts';
import contentStyles from '#web/styles/content.css?url';
import { Link } from '#web/ui/kernel/link.tsx';
import { PageForAll } from '#web/ui/kernel/page-for-all.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { introduction, posts, summary } from '../../../../content/blogs.ts';
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

/** The question links to itself, so that it can be sent or bookmarked. */
function BlogArticle({ id, question, answer }: BlogPost) {
  return (
    <article className="article" aria-labelledby={id}>
      <h2 className="h2" id={id}>
        <Link to={`#${id}`} prefetch="none">
          <InlineCode text={question} />
        </Link>
      </h2>
      <div>
        {answer.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of an answer never move
          <Block key={index} block={block} />
        ))}
      </div>
    </article>
  );
}

function Block({ block }: { block: BlogBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <InlineCode text={block} />
      </p>
    );
  }
  if ('list' in block) {
    return (
      <ul>
        {block.list.map((item) => (
          <li key={item}>
            <InlineCode text={item} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    // Long lines scroll, by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <pre tabIndex={0} role="group" aria-label={block.label}>
      <code>{block.code}</code>
    </pre>
  );
}

function InlineCode({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that never changes
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

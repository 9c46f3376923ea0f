import { data, useRevalidator } from 'react-router';
import { formatCount } from '#model/kernel/count.ts';
import { formatDollars } from '#model/kernel/money.ts';
import { failure, success } from '#model/kernel/outcome.ts';
import { PROMISES } from '#model/kernel/promises.ts';
import { apiContext, shopContext } from '#web/api/server-context.ts';
import { Counters } from '#web/ui/catalogue/counters.tsx';
import { Hero } from '#web/ui/catalogue/hero.tsx';
import { heroPreloads } from '#web/ui/catalogue/hero-picture.tsx';
import { HomeSection } from '#web/ui/catalogue/home-section.tsx';
import { Partners } from '#web/ui/catalogue/partners.tsx';
import { ToolCard } from '#web/ui/catalogue/tool-card.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { Questions } from '#web/ui/kernel/questions.tsx';
import { ReviewCard } from '#web/ui/reviews/review-card.tsx';
import { hero, partners, questions } from '../../../../content/home.ts';
import type { Route } from './+types/home.ts';
import { latestReviews, toCard } from './home-data.ts';
import { GET_STARTED, useHeroAction } from './use-hero-action.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [tools, reviews] = await Promise.all([
    api.call('listTools', { query: { sort: 'newest' } }),
    api.call('listReviews', {}),
  ]);
  const page = {
    email: context.get(shopContext).contactEmail,
    tools: tools.ok ? success(tools.value.map(toCard)) : failure(tools.failure.detail),
    reviews: reviews.ok ? success(latestReviews(reviews.value)) : failure(reviews.failure.detail),
  };
  // A page without its data must not be kept and shown to the next visitor.
  return data(page, tools.ok && reviews.ok ? {} : { headers: { 'cache-control': 'no-store' } });
}

export const links: Route.LinksFunction = () => heroPreloads;

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function Home({ loaderData: { email, tools, reviews } }: Route.ComponentProps) {
  const action = useHeroAction();
  return (
    <main id="main">
      <PageTitle>Home</PageTitle>
      <Hero {...hero} action={action} withoutScript={GET_STARTED} onRetry={() => window.location.reload()} />
      <HomeSection id="tools" title="Our Tools">
        <Tools tools={tools} />
      </HomeSection>
      <Counters counters={COUNTERS} />
      <section className="section">
        <div className="wrap split">
          <h2 className="h2">Frequently asked questions</h2>
          <Questions questions={questions} email={email} />
        </div>
      </section>
      <Partners names={partners} />
      <HomeSection title="What clients say" className="section--last">
        <Reviews reviews={reviews} />
      </HomeSection>
    </main>
  );
}

const COUNTERS = [
  { label: 'Customers', value: PROMISES.customers, format: formatCount },
  { label: 'Total Paid', note: 'per month', value: PROMISES.paidPerMonth, format: formatDollars },
  { label: 'Tools', note: 'in every new stock', value: PROMISES.newTools, format: formatCount },
];

/** As many as stand in the widest lattice's first row. */
const FIRST_ROW = 4;

function Tools({ tools }: Pick<Route.ComponentProps['loaderData'], 'tools'>) {
  const again = useAgain();
  if (!tools.ok) return <Failure title="The tools did not load" detail={tools.failure} {...again} />;
  if (tools.value.length === 0) return <Empty title="No tools yet">The catalogue is empty. Come back soon.</Empty>;
  return (
    <div className="lattice">
      {tools.value.map((tool, index) => (
        <ToolCard key={tool.id} tool={tool} first={index < FIRST_ROW} />
      ))}
    </div>
  );
}

function Reviews({ reviews }: Pick<Route.ComponentProps['loaderData'], 'reviews'>) {
  const again = useAgain();
  if (!reviews.ok) return <Failure title="The reviews did not load" detail={reviews.failure} {...again} />;
  if (reviews.value.length === 0) return <Empty title="No reviews yet">Nobody has written a review so far.</Empty>;
  return (
    <div className="reviews">
      {reviews.value.map((review) => (
        <ReviewCard key={review.id} review={review} />
      ))}
    </div>
  );
}

function useAgain() {
  const { revalidate, state } = useRevalidator();
  return { onRetry: () => void revalidate(), retrying: state === 'loading' };
}

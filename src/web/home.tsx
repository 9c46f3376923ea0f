import { type ReactNode, use, useEffect, useState } from 'react';
import { data, href, Link, type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router';
import { categoryAddress } from '#model/catalogue/category-address.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { SCREEN, SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { STAR } from '#model/reviews/star.ts';
import { ANY_CALL, anyCallText } from '#texts/any-call.ts';
import { formatCount, formatDollars, formatTotal } from '#texts/format.ts';
import { loadSession, uidOf } from '#web/api/identity/session.ts';
import { hero, partners } from '../../content/home.ts';
import { questions } from '../../content/questions.ts';
import type { Route } from './+types/home.ts';
import { useSession } from './api/identity/use-session.ts';
import { apiContext, shopContext } from './api/server-context.ts';
import { type LoadedTools, loadTools } from './pages/catalogue/load-tools.ts';
import { OurTools } from './pages/catalogue/our-tools.tsx';
import { addressIn, listedTool, SHOP, type Shop } from './pages/catalogue/search-engine-facts.ts';
import { sameTools } from './pages/catalogue/search-url.ts';
import { recallWanted } from './pages/catalogue/wanted-tool.ts';
import { useAddFromCard } from './pages/orders/lists/use-add-from-card.ts';
import { latestReviews, type Rating, ratingOf } from './pages/reviews/latest-reviews.ts';
import { Counters } from './ui/catalogue/counters.tsx';
import { Hero, type HeroAction, type Step } from './ui/catalogue/hero.tsx';
import { heroPreloads } from './ui/catalogue/hero-picture.tsx';
import { Empty } from './ui/kernel/empty.tsx';
import { Failure } from './ui/kernel/failure.tsx';
import { Icon } from './ui/kernel/icon.tsx';
import { PageForAll } from './ui/kernel/page-for-all.tsx';
import { PageTitle, ShopContext } from './ui/kernel/page-title.tsx';
import { type Question, Questions } from './ui/kernel/questions.tsx';
import { StructuredData } from './ui/kernel/structured-data.tsx';
import { ReviewCard } from './ui/reviews/review-card.tsx';

interface Page {
  email: string;
  questions: readonly Question[];
  tools: LoadedTools;
  reviews: Outcome<ReturnType<typeof latestReviews>, string>;
  rating: Rating | undefined;
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const params = new URL(request.url).searchParams;
  const query = { limit: String(SCREEN.latestReviews) };
  const [tools, reviews] = await Promise.all([loadTools(api, params), api.call('listReviews', { query })]);
  const { contactEmail: email, payments } = context.get(shopContext);
  const page: Page = {
    email,
    questions: payments.paypal ? questions : questions.filter(({ id }) => id !== 'paypal'),
    tools,
    reviews: reviews.ok ? success(latestReviews(reviews.value)) : failure(anyCallText(reviews.failure)),
    rating: reviews.ok ? ratingOf(reviews.list) : undefined,
  };
  // A page without its data must not be cached.
  return data(page, tools.ok && reviews.ok ? {} : { headers: { 'cache-control': 'no-store' } });
}

const OFFLINE = 'You are offline. The tools come as soon as there is a connection.';

let last: Page | undefined;

export async function clientLoader({ serverLoader, request }: Route.ClientLoaderArgs): Promise<Page> {
  try {
    return await serverLoader();
  } catch (error) {
    if (request.signal.aborted || !last) throw error;
    return { ...last, tools: failure(navigator.onLine ? ANY_CALL.unreachable : OFFLINE) };
  }
}

/** The view and the number of shown tools need no new data. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const same = currentUrl.search === nextUrl.search || !sameTools(currentUrl.searchParams, nextUrl.searchParams);
  return same && defaultShouldRevalidate;
}

export const links: Route.LinksFunction = () => heroPreloads;

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function Home({ loaderData }: Route.ComponentProps) {
  const { email, tools, reviews } = loaderData;
  const shop = use(ShopContext);
  const { samples } = shop;
  const names = samples ? partners.samples : partners.own;
  const category = tools.ok ? categoryPage(tools.value) : undefined;
  const action = useHeroAction();
  const wayBack = useWayBack();
  const onAdd = useAddFromCard();
  useEffect(() => {
    last = loaderData;
  }, [loaderData]);
  return (
    <main id="main">
      <PageTitle>{category?.title ?? 'Home'}</PageTitle>
      <PageForAll {...(category ?? { path: href('/'), title: hero.headline, description: hero.tagline })} />
      <StructuredData facts={import.meta.env.SSR ? () => factsOfHome(loaderData, shop) : undefined} />
      <Hero
        {...hero}
        action={action}
        wayBack={wayBack}
        withoutScript={GET_STARTED}
        onRetry={() => window.location.reload()}
      />
      <HomeSection id="tools" title="Our Tools" beside={<ToOrderPad />}>
        <OurTools tools={tools} email={email} onAdd={onAdd} />
      </HomeSection>
      {samples && <Counters counters={COUNTERS} />}
      <section className="section">
        <div className="wrap split">
          <h2 className="h2">Frequently asked questions</h2>
          <Questions questions={loaderData.questions} email={email} />
        </div>
      </section>
      {names.length > 0 && <Partners names={names} />}
      {(samples || !reviews.ok || reviews.value.length > 0) && (
        <HomeSection title="What clients say" className="section--last">
          <Reviews reviews={reviews} />
        </HomeSection>
      )}
    </main>
  );
}

/** Searches are the home page to search engines; categories have a page of their own. */
function categoryPage({
  search: { q, category },
  categories,
  all,
  total,
}: Extract<LoadedTools, { ok: true }>['value']) {
  if (q || !categories.includes(category)) return undefined;
  return {
    path: categoryAddress(category),
    title: category,
    description: `${category}: ${formatTotal(total)} of our ${formatTotal(all)} tools in bulk, each with its price, stock and minimum order.`,
  };
}

const COUNTERS = [
  { label: 'Customers', value: SHOP_FACTS.customers, format: formatCount },
  { label: 'Total Paid', note: 'per month', value: SHOP_FACTS.paidPerMonth, format: formatDollars },
  { label: 'Tools', note: 'in every new stock', value: SHOP_FACTS.newTools, format: formatCount },
];

function ToOrderPad() {
  const session = useSession();
  if (session.status === 'signed-in' && session.admin) return null;
  return (
    <Link className="link section__link" to={href('/order-pad')}>
      <Icon name="pad" />
      Have a list already? Paste it into the order pad
    </Link>
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

function factsOfHome({ email, tools, reviews, rating }: Page, shop: Shop): object {
  const address = addressIn(shop);
  const id = address(SHOP);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'OnlineStore',
        '@id': id,
        name: shop.name,
        url: address('/'),
        logo: address('/apple-touch-icon.png'),
        email,
        ...(rating && {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: rating.average,
            reviewCount: rating.count,
            ...scale(),
          },
        }),
        ...(reviews.ok && { review: reviews.value.map(factsOfReview) }),
      },
      {
        '@type': 'WebSite',
        url: address('/'),
        name: shop.name,
        publisher: { '@id': id },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${address('/')}?q={words}` },
          'query-input': 'required name=words',
        },
      },
      ...(tools.ok
        ? [
            {
              '@type': 'ItemList',
              itemListElement: tools.value.cards.map((card, place) => ({
                '@type': 'ListItem',
                position: place + 1,
                item: listedTool(card, shop),
              })),
            },
          ]
        : []),
    ],
  };
}

const scale = () => ({ bestRating: STAR.most, worstRating: STAR.least });

const factsOfReview = ({ name, text, star }: ReturnType<typeof latestReviews>[number]) => ({
  '@type': 'Review',
  author: { '@type': 'Person', name },
  reviewBody: text,
  reviewRating: { '@type': 'Rating', ratingValue: star, ...scale() },
});

const GET_STARTED = { label: 'Get Started', to: href('/login') };

function useHeroAction(): HeroAction {
  const session = useSession();
  const who = uidOf(session);
  const [asked, setAsked] = useState<string>();
  useEffect(() => {
    void loadSession().finally(() => setAsked(who));
  }, [who]);
  if (session.status === 'signed-out') return GET_STARTED;
  if (session.status === 'unknown' || session.admin === undefined) return asked === who ? 'failed' : 'unknown';
  if (session.admin) return { label: 'Add an new Tool', to: href('/dashboard/addTool') };
  return { label: 'Explore All Order', to: href('/dashboard/myorders') };
}

function useWayBack(): Step | undefined {
  const session = useSession();
  if (session.status !== 'signed-in' || session.admin !== false) return undefined;
  const wanted = recallWanted();
  if (!wanted) return undefined;
  const { id: toolId, name } = wanted;
  return { label: `Continue your order: ${name}`, to: href('/purchase/:toolId', { toolId }) };
}

function Partners({ names }: { names: readonly string[] }) {
  return (
    <section className="partners" aria-label="Partners">
      <div className="wrap">
        <h2 className="sr">Partners</h2>
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

interface HomeSectionProps {
  id?: string;
  title: string;
  /** At the end of the heading's row. */
  beside?: ReactNode;
  className?: string;
  children: ReactNode;
}

function HomeSection({ id, title, beside, className = '', children }: HomeSectionProps) {
  return (
    <section className={`section ${className}`.trim()} id={id}>
      <div className="wrap">
        <div className="section__head">
          <h2 className="h2">{title}</h2>
          {beside}
        </div>
        {children}
      </div>
    </section>
  );
}

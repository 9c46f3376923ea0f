import { useRevalidator, useSearchParams } from 'react-router';
import { formatCount } from '#model/kernel/count.ts';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { More } from '#web/ui/kernel/more.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Tabs } from '#web/ui/kernel/tabs.tsx';
import { ReviewRow, ReviewsSkeleton, ReviewsTable } from '#web/ui/reviews/reviews-table.tsx';
import { admitAdmin } from '../identity/access.ts';
import { newestOnly } from '../kernel/newest.ts';
import { useKept } from '../kernel/use-kept.ts';
import type { Route } from './+types/manage-reviews.ts';
import { HidePanel } from './hide-panel.tsx';
import { type LoadedReviews, loadReviews, REVIEW_TABS, type ReviewTab } from './load-reviews.ts';
import { useReviews } from './use-reviews.ts';

const newest = newestOnly();

/** Answers at once; the reviews follow, so that the page shows its own skeleton meanwhile. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<{
  reviews: Promise<Outcome<LoadedReviews, ApiFailure>>;
}> {
  const admission = await admitAdmin();
  if (!admission.ok) return { reviews: Promise.resolve(admission) };
  const tab = tabOf(new URL(request.url).searchParams);
  return { reviews: newest((signal) => loadReviews(tab, { signal })) };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <>
      <Head />
      <ReviewsSkeleton />
    </>
  );
}

export default function ManageReviews({ loaderData }: Route.ComponentProps) {
  const { value, failure, waiting } = useKept(loaderData.reviews);
  // Whoever was refused is on the way to the login page.
  const shown = failure?.status === 403 ? undefined : failure;
  if (!value && !shown) return <HydrateFallback />;
  return (
    <>
      <Head />
      {shown && <Problem failure={shown} waiting={waiting} />}
      {value && <Reviews first={value} waiting={waiting} />}
    </>
  );
}

const Head = () => (
  <PageHead title="Reviews">
    What customers wrote, the newest first. Home shows the latest three that are visible.
  </PageHead>
);

function Problem({ failure, waiting }: { failure: ApiFailure; waiting: boolean }) {
  const { revalidate } = useRevalidator();
  return (
    <Failure
      title="The reviews did not load"
      detail={failure.detail}
      onRetry={() => void revalidate()}
      retrying={waiting}
    />
  );
}

const TITLES: Record<ReviewTab, string> = { all: 'All', visible: 'Visible', hidden: 'Hidden' };

function Reviews({ first, waiting }: { first: LoadedReviews; waiting: boolean }) {
  const [params, setParams] = useSearchParams();
  const { reviews, counts, more, busy, problems, show, ask, panel } = useReviews(first);
  const tab = tabOf(params);
  const shown = `${formatCount(reviews.length)} ${reviews.length === 1 ? 'review' : 'reviews'} shown`;
  return (
    <>
      <Tabs
        label="Reviews by visibility"
        tabs={REVIEW_TABS.map((name) => ({ name, title: TITLES[name], count: counts[name] }))}
        value={tab}
        onChange={(next) => setParams(next === 'all' ? {} : { show: next }, { preventScrollReset: true })}
      >
        {reviews.length === 0 ? (
          <NoneShown tab={first.tab} />
        ) : (
          <>
            <ReviewsTable busy={waiting}>
              {reviews.map((review) => (
                <ReviewRow
                  key={review._id}
                  review={review}
                  busy={busy === review._id}
                  problem={problems.get(review._id)}
                  onHide={() => ask(review)}
                  onShow={() => show(review)}
                />
              ))}
            </ReviewsTable>
            <More role="status" busy={more?.busy ?? false} problem={more?.problem} onMore={more?.load}>
              {more ? shown : `${shown}, and that is all.`}
            </More>
          </>
        )}
      </Tabs>
      {panel && <HidePanel key={panel.opened} {...panel} />}
    </>
  );
}

function NoneShown({ tab }: { tab: ReviewTab }) {
  if (tab === 'hidden') return <Empty title="No hidden review">What admins hide appears here, with the reason.</Empty>;
  return <Empty title="No reviews yet">What customers write about the shop appears here.</Empty>;
}

const tabOf = (params: URLSearchParams): ReviewTab => REVIEW_TABS.find((name) => name === params.get('show')) ?? 'all';

import { useSearchParams } from 'react-router';
import { Counted } from '#web/ui/kernel/more.tsx';
import { ReviewRow, ReviewsSkeleton, ReviewsTable } from '#web/ui/reviews/reviews-table.tsx';
import { listForAdmins } from '../identity/list-for-admins.ts';
import { AdminListPage, type Nothing } from '../kernel/admin-list-page.tsx';
import type { Route } from './+types/manage-reviews.ts';
import { HidePanel } from './hide-panel.tsx';
import { loadReviews, REVIEW_TABS, type ReviewTab } from './load-reviews.ts';
import { useReviews } from './use-reviews.ts';

export const clientLoader = listForAdmins((params, signal) => loadReviews(tabOf(params), { signal }));

const HEAD = {
  title: 'Reviews',
  intro: 'What customers wrote, the newest first. Home shows the latest three that are visible.',
};

export const HydrateFallback = () => (
  <AdminListPage {...HEAD}>
    <ReviewsSkeleton />
  </AdminListPage>
);

const TITLES: Record<ReviewTab, string> = { all: 'All', visible: 'Visible', hidden: 'Hidden' };

export default function ManageReviews({ loaderData }: Route.ComponentProps) {
  const [params, setParams] = useSearchParams();
  const { listed, counts, busy, problems, show, ask, panel } = useReviews(loaderData.list);
  if (listed.isComing) return <HydrateFallback />;
  const { rows, list, more, waiting } = listed;
  return (
    <>
      <AdminListPage
        {...HEAD}
        list={listed}
        failed="The reviews did not load"
        tabs={{
          label: 'Reviews by visibility',
          tabs: REVIEW_TABS.map((name) => ({ name, title: TITLES[name], count: counts[name] })),
          value: tabOf(params),
          onChange: (next) => setParams(next === 'all' ? {} : { show: next }, { preventScrollReset: true }),
        }}
        shown={rows.length}
        nothing={list?.tab === 'hidden' ? NONE_HIDDEN : NONE}
        below={rows.length > 0 && <Counted shown={rows.length} unit={['review', 'reviews']} more={more} />}
      >
        <ReviewsTable busy={waiting}>
          {rows.map((review) => (
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
      </AdminListPage>
      {panel && <HidePanel key={panel.opened} {...panel} />}
    </>
  );
}

const NONE: Nothing = { title: 'No reviews yet', text: 'What customers write about the shop appears here.' };
const NONE_HIDDEN: Nothing = {
  title: 'No hidden review',
  text: 'What admins hide appears here, with the reason.',
};

const tabOf = (params: URLSearchParams): ReviewTab => REVIEW_TABS.find((name) => name === params.get('show')) ?? 'all';

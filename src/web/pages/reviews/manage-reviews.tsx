import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { Page } from '#model/kernel/page.ts';
import type { HideReview, ManagedReview } from '#model/reviews/managed-review.ts';
import { failureText } from '#texts/failures.ts';
import { momentOf } from '#texts/meanwhile.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { leaveWhenNoAdmin } from '#web/pages/identity/access.ts';
import { listForAdmins } from '#web/pages/identity/list-for-admins.ts';
import { showFailure } from '#web/pages/identity/show-failure.ts';
import { useDraft } from '#web/pages/identity/use-draft.ts';
import { AdminListPage, type Nothing } from '#web/pages/kernel/admin-list-page.tsx';
import { type ListKind, useList } from '#web/pages/kernel/use-list.ts';
import { useReload } from '#web/pages/kernel/use-reload.ts';
import { FormDialog } from '#web/ui/kernel/dialogs.tsx';
import { TextArea } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Counted } from '#web/ui/kernel/more.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { ReviewRow, ReviewsSkeleton, ReviewsTable, writerId } from '#web/ui/reviews/reviews-table.tsx';
import type { Route } from './+types/manage-reviews.ts';

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
        nothing={nothingOf(list)}
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

const NONE_VISIBLE: Nothing = { title: 'No visible review', text: 'Admins have hidden all of them.' };

function nothingOf(list: LoadedReviews | undefined): Nothing {
  if (list?.tab === 'hidden') return NONE_HIDDEN;
  return list?.tab === 'visible' && list.total > 0 ? NONE_VISIBLE : NONE;
}

const tabOf = (params: URLSearchParams): ReviewTab => REVIEW_TABS.find((name) => name === params.get('show')) ?? 'all';

interface HidePanelProps {
  review: ManagedReview;
  open: boolean;
  onClose: () => void;
  /** Resolves to the failure, if any. */
  onHide: (reason: string) => Promise<ApiFailure | undefined>;
}

function HidePanel({ review, open, onClose, onHide }: HidePanelProps) {
  const draft = useDraft(`hide-review:${review._id}`, () => ({ reason: '' }));
  const form = useForm<Pick<HideReview, 'reason'>>({ defaultValues: draft.typed });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ reason }) => {
    const failure = await onHide(reason);
    if (failure) showFailure(form, failure);
    else draft.forget();
  });
  function cancel() {
    draft.forget();
    onClose();
  }
  return (
    <FormDialog
      open={open}
      onClose={cancel}
      onDismiss={onClose}
      title="Hide this review?"
      submitLabel="Hide review"
      busy={isSubmitting}
      onSubmit={submit}
    >
      <p>
        The review by <bdi>{review.name}</bdi> leaves the home page, the counts and the average at once. You can show it
        again.
      </p>
      <TextArea
        label="Reason"
        aria-required
        rows={3}
        error={errors.reason?.message}
        hint="For admins: it stands here and in the audit."
        {...form.register('reason', { onChange: ({ target }) => draft.type({ reason: target.value }) })}
      />
      <FormProblem className="dialog__problem">{errors.root?.message}</FormProblem>
    </FormDialog>
  );
}

/**
 * A list of reviews with the pages that were loaded behind it, and what becomes of one that is hidden or shown again.
 * A row that was just changed stays where it is, also in a tab to which it no longer belongs.
 */
function useReviews(loaded: Promise<Outcome<LoadedReviews, ApiFailure>>) {
  const listed = useList(loaded, REVIEWS);
  const [asked, setAsked] = useState<{ review: ManagedReview; open: boolean; opened: number }>();
  const [busy, setBusy] = useState<string>();
  const reload = useReload();
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  // A toast with Undo stays when its tab or page is left.
  const here = useRef<readonly ManagedReview[]>([]);
  useEffect(() => {
    here.current = listed.rows;
    return () => {
      here.current = [];
    };
  }, [listed.rows]);
  /** Puts a review as it is now into the list; one that does not have it is loaded again. */
  function changed(now: ManagedReview) {
    if (!here.current.some(({ _id }) => _id === now._id)) return void reload();
    listed.update((list) => {
      const was = list.rows.find(({ _id }) => _id === now._id);
      const hidden = list.hidden + (now.hidden ? 1 : 0) - (was?.hidden ? 1 : 0);
      return { ...list, hidden, rows: list.rows.map((it) => (it._id === now._id ? now : it)) };
    });
  }

  /** Nothing when it went well, else why it did not. */
  async function hide(review: ManagedReview, reason: string): Promise<ApiFailure | undefined> {
    const { _id: id, createdAt: shown } = review;
    const answer = await leaveWhenNoAdmin(await api.call('hideReview', { params: { id }, body: { reason, shown } }));
    if (!answer.ok) {
      if (answer.failure.code !== 'review_replaced') return answer.failure;
      await reload();
      // The question is about what there is to read now.
      const now = here.current.find(({ _id }) => _id === id);
      setAsked((it) => it && now && { ...it, review: now });
      return answer.failure;
    }
    changed(answer.value);
    setAsked((it) => it && { ...it, open: false });
    const { hidden, already } = answer.value;
    const undo = { label: 'Undo', onPress: () => void takeBack(answer.value), seconds: 10 };
    if (already && hidden)
      showToast({ tone: 'danger', text: `${hidden.by} hid it ${momentOf(hidden.at)}. Your reason was not kept.` });
    else if (hidden) showToast({ tone: 'success', text: 'The review is hidden.', action: undo });
    return undefined;
  }

  /** Nothing when it went well, else why it did not. */
  async function show({ _id: id }: ManagedReview): Promise<ApiFailure | undefined> {
    setBusy(id);
    setProblems((all) => new Map([...all].filter(([other]) => other !== id)));
    const answer: Outcome<ManagedReview, ApiFailure> = await leaveWhenNoAdmin(
      await api.call('showReview', { params: { id } }),
    );
    setBusy(undefined);
    if (!answer.ok) return answer.failure;
    changed(answer.value);
    showToast({ tone: 'success', text: 'The review is shown again.' });
    return undefined;
  }
  async function showInRow(review: ManagedReview) {
    const failure = await show(review);
    if (failure) setProblems((all) => new Map(all).set(review._id, failureText(failure)));
  }
  async function takeBack(review: ManagedReview) {
    const failure = await show(review);
    if (failure && failure.status !== 403) showToast({ tone: 'danger', text: failureText(failure) });
  }

  const { total = 0, hidden = 0 } = listed.list ?? {};
  return {
    listed,
    counts: { all: total, visible: total - hidden, hidden },
    busy,
    problems,
    show: (review: ManagedReview) => void showInRow(review),
    /** Opens the question for the reason. */
    ask: (review: ManagedReview) => setAsked((it) => ({ review, open: true, opened: (it?.opened ?? 0) + 1 })),
    panel: asked && {
      ...asked,
      onHide: (reason: string) => hide(asked.review, reason),
      onClose: () => setAsked({ ...asked, open: false }),
    },
  };
}

/** Which reviews are listed. */
const REVIEW_TABS = ['all', 'visible', 'hidden'] as const;
type ReviewTab = (typeof REVIEW_TABS)[number];

/** Newest first. */
interface LoadedReviews extends Page<ManagedReview> {
  readonly tab: ReviewTab;
  /** How many there are in all tabs, and how many of them are hidden. */
  readonly total: number;
  readonly hidden: number;
}

/** A page of the reviews. @param from where it begins, without it with the newest; `signal` ends the call, which throws */
async function loadReviews(
  tab: ReviewTab,
  from: { after?: string | undefined; signal?: AbortSignal },
): Promise<Outcome<LoadedReviews, ApiFailure>> {
  const query = { ...(tab !== 'all' && { show: tab }), after: from.after };
  const answer = await leaveWhenNoAdmin(await api.call('listAllReviews', { query, signal: from.signal }));
  return answer.ok ? success({ tab, ...answer.value }) : answer;
}

const REVIEWS: ListKind<LoadedReviews> = {
  key: ({ _id }) => _id,
  load: ({ tab, next }) => loadReviews(tab, { after: next }),
  focus: ({ _id }) => writerId(_id),
};

import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { href, useRevalidator } from 'react-router';
import type { SignedIn } from '#model/identity/person.ts';
import { success } from '#model/kernel/outcome.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { cutText } from '#model/kernel/text.ts';
import { REVIEW_LENGTH } from '#model/reviews/review.ts';
import type { ReviewStanding } from '#model/reviews/review-standing.ts';
import { STAR } from '#model/reviews/star.ts';
import { failureText } from '#texts/failures.ts';
import { formatCount } from '#texts/format.ts';
import { api } from '#web/api/identity/session.ts';
import { admitCustomer } from '#web/pages/identity/access.ts';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { TextArea } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { RequiredNote } from '#web/ui/kernel/required-note.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { Stars } from '#web/ui/kernel/stars.tsx';
import { RATINGS, ratingAfter } from '#web/ui/reviews/rating-keys.ts';
import { ReviewCard } from '#web/ui/reviews/review-card.tsx';
import type { Route } from './+types/add-review.ts';
import { useReviewForm } from './use-review-form.ts';

export async function clientLoader() {
  const admission = await admitCustomer();
  if (!admission.ok) return admission;
  const { user } = admission.value;
  const standing = await api.call('getReviewStanding', { params: { email: user.email } });
  return standing.ok ? success({ user, standing: standing.value }) : standing;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <>
      <Head />
      <div className="two late" aria-busy="true">
        <div className="form-rows">
          <Skeleton className="h-24 w-72 max-w-full" />
          <Skeleton className="h-48" />
          <Skeleton className="h-12 w-40" />
        </div>
        <Skeleton className="h-64" />
      </div>
    </>
  );
}

export default function AddReview({ loaderData }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  if (!loaderData.ok)
    return (
      <>
        <PageHead title="Add A Review" />
        <Failure
          title="This page did not load"
          detail={failureText(loaderData.failure)}
          onRetry={() => void revalidate()}
          retrying={state === 'loading'}
        />
      </>
    );
  const { user, standing } = loaderData.value;
  return (
    <>
      <Head />
      {standing.refusal ? (
        <NotNow refusal={standing.refusal} />
      ) : (
        <ReviewForm key={user.uid} user={user} written={standing.today} />
      )}
    </>
  );
}

const Head = () => <PageHead title="Add A Review">One review a day: another one on the same day replaces it.</PageHead>;

function NotNow({ refusal }: { refusal: NonNullable<ReviewStanding['refusal']> }) {
  if (refusal === 'review_hidden')
    return (
      <Empty title="Your review of today is hidden">
        The shop has hidden it, and it cannot be replaced. You can write another one from tomorrow, 00:00 UTC, on.
      </Empty>
    );
  return (
    <Empty
      title="Reviews are written by buyers"
      action={
        <ButtonLink variant="ink" to={href('/dashboard/myorders')}>
          See My Orders
        </ButtonLink>
      }
    >
      You can write one as soon as an order of yours has been shipped.
    </Empty>
  );
}

function ReviewForm({ user, written }: { user: SignedIn; written: ReviewStanding['today'] }) {
  const [today, setToday] = useState(written);
  const { form, draft, rating, submit } = useReviewForm(user, setToday);
  const { errors, isSubmitting } = form.formState;
  const { review, star } = draft;
  return (
    <div className="two">
      <form className="review-form" method="post" noValidate onSubmit={submit}>
        {today && (
          <Notice role="status" className="review-form__today" title="You wrote a review today.">
            Another one before 00:00 UTC replaces it: <bdi>“{cutText(today.review, SCREEN.cardDescription)}”</bdi> (
            {today.star} of 5)
          </Notice>
        )}
        <RequiredNote />
        <RatingField
          name={rating.name}
          value={star}
          onChange={rating.onChange}
          ref={rating.ref}
          error={errors.star?.message}
        />
        <TextArea
          label="Review"
          aria-required
          error={errors.review?.message}
          hint={<Count length={review.length} />}
          {...form.register('review')}
        />
        <FormProblem>{errors.root?.message}</FormProblem>
        <Button type="submit" variant="primary" size="lg" loading={isSubmitting}>
          Submit
        </Button>
      </form>
      <ReviewPreview name={user.displayName} photo={user.photoURL} text={review} star={star} />
    </div>
  );
}

function Count({ length }: { length: number }) {
  return (
    <span className="hint--ends">
      <span>Everybody sees it, with your name and photo.</span>
      <span data-over={length > REVIEW_LENGTH || undefined}>
        {formatCount(length)} / {formatCount(REVIEW_LENGTH)}
      </span>
    </span>
  );
}

interface ReviewPreviewProps {
  name: string;
  photo: string | null;
  text: string;
  star: number | null;
}

function ReviewPreview({ name, photo, text, star }: ReviewPreviewProps) {
  const blank = text.trim() === '';
  const words = blank ? 'Your words appear here.' : text.trim();
  const review = { id: '', name, photo, text: words, star: star ?? 0, verified: false };
  return (
    <aside className="preview" aria-labelledby="preview">
      <h2 id="preview">How it will look</h2>
      <div className="docket" data-blank={blank || undefined}>
        <ReviewCard review={review} />
      </div>
    </aside>
  );
}

interface RatingFieldProps {
  name: string;
  /** Null until chosen. */
  value: number | null;
  onChange: (value: number) => void;
  error?: string | undefined;
  ref?: Ref<{ focus: () => void }>;
}

/** Ten radio buttons, one on each half of five stars. */
function RatingField({ name, value, onChange, error, ref }: RatingFieldProps) {
  const about = useId();
  const steps = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const shown = pointed ?? value;
  const radio = (rating: number) => steps.current?.querySelector<HTMLInputElement>(`[value="${rating}"]`);
  useImperativeHandle(ref, () => ({ focus: () => radio(value ?? STAR.least)?.focus() }));

  function press(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = ratingAfter(event.key, value);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
    radio(next)?.focus();
  }

  return (
    <fieldset className="field rating-field" aria-describedby={about}>
      <legend>Rating</legend>
      <div className="rate">
        <div className="rate__stars">
          <div aria-hidden="true">
            <Stars value={shown ?? 0} large />
          </div>
          <div className="rate__steps" ref={steps}>
            {RATINGS.map((rating) => (
              <input
                key={rating}
                type="radio"
                name={name}
                value={rating}
                required
                checked={rating === value}
                aria-label={`${rating} out of 5`}
                onChange={() => onChange(rating)}
                onKeyDown={press}
                onPointerLeave={() => setPointed(null)}
                onPointerEnter={(event) => event.pointerType === 'mouse' && setPointed(rating)}
              />
            ))}
          </div>
        </div>
        <span className="rate__n" aria-hidden="true">
          {shown ?? '–'}
          <span>/ 5</span>
        </span>
      </div>
      {error === undefined ? (
        <p className="hint" id={about}>
          Half steps allowed. Use the left and right arrow keys.
        </p>
      ) : (
        <p className="err" id={about}>
          <Icon name="warn" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

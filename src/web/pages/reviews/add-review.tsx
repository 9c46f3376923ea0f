import { useRevalidator } from 'react-router';
import type { SignedIn } from '#model/identity/person.ts';
import { formatCount } from '#model/kernel/count.ts';
import { REVIEW_LENGTH } from '#model/reviews/review.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { TextArea } from '#web/ui/kernel/field.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { RatingField } from '#web/ui/reviews/rating-field.tsx';
import { ReviewPreview } from '#web/ui/reviews/review-preview.tsx';
import { admitCustomer } from '../kernel/access.ts';
import type { Route } from './+types/add-review.ts';
import { useReviewForm } from './use-review-form.ts';

export const clientLoader = () => admitCustomer();
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <>
      <PageHead title="Add A Review" />
      <div className="two late" aria-busy="true">
        <div className="grid gap-5">
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
  return (
    <>
      <PageHead title="Add A Review" />
      {loaderData.ok ? (
        <ReviewForm key={loaderData.value.user.uid} user={loaderData.value.user} />
      ) : (
        <Failure
          title="This page did not load"
          detail={loaderData.failure.detail}
          onRetry={() => void revalidate()}
          retrying={state === 'loading'}
        />
      )}
    </>
  );
}

function ReviewForm({ user }: { user: SignedIn }) {
  const { form, draft, rating, submit } = useReviewForm(user);
  const { errors, isSubmitting } = form.formState;
  const { review, star } = draft;
  return (
    <div className="two">
      <form className="review-form" method="post" noValidate onSubmit={submit}>
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
        {errors.root && (
          <Notice tone="danger" role="alert">
            {errors.root.message}
          </Notice>
        )}
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

import type { ManagedReview } from '#model/reviews/managed-review.ts';
import { Button } from '../kernel/button.tsx';
import { EmailText } from '../kernel/email-text.tsx';
import { Loading } from '../kernel/loading.tsx';
import { LongText } from '../kernel/long-text.tsx';
import { ExactMoment, Moment } from '../kernel/moment.tsx';
import { RowProblem } from '../kernel/row-problem.tsx';
import { Skeleton, SkeletonRows } from '../kernel/skeleton.tsx';
import { Stars } from '../kernel/stars.tsx';
import { Cell, type Column, Row, type RowsProps, Table } from '../kernel/table.tsx';
import { VerifiedPurchase } from './verified-purchase.tsx';

const COLUMNS: readonly Column[] = [
  { title: 'Review', className: 'c-words' },
  { title: 'Writer' },
  { title: 'When' },
  { title: 'Action', className: 'act', hidden: true },
];

export const ReviewsTable = (props: RowsProps) => (
  <Table label="Reviews" columns={COLUMNS} className="t-reviews" {...props} />
);

interface ReviewRowProps {
  review: ManagedReview;
  busy: boolean;
  problem: string | undefined;
  onHide: () => void;
  onShow: () => void;
}

/** The first row of a newly loaded page is focused by it. */
export const writerId = (id: ManagedReview['_id']): string => `writer-${id}`;

export function ReviewRow({ review: it, busy, problem, onHide, onShow }: ReviewRowProps) {
  const { name, email, star, review, verified, createdAt, hidden } = it;
  const which = `the review by ${name}`;
  const act = hidden ? 'Show again' : 'Hide';
  return (
    <Row className={hidden ? 'is-hidden' : ''}>
      <Cell className="c-words">
        <div className="rating">
          <Stars value={star} />
          <b aria-hidden="true">{star}</b>
        </div>
        <LongText of={`of ${which}`}>{review}</LongText>
      </Cell>
      <Cell className="c-who" label="Writer">
        <bdi className="name" id={writerId(it._id)} tabIndex={-1}>
          {name}
        </bdi>
        <span className="sub mail">{email ? <EmailText email={email} /> : 'A sample'}</span>
        {verified && <VerifiedPurchase />}
      </Cell>
      <Cell className="c-when" label="When">
        <ExactMoment iso={createdAt} />
      </Cell>
      <Cell className="act">
        {hidden && (
          <p className="hidden-note">
            Hidden by <bdi>{hidden.by}</bdi>, <Moment iso={hidden.at} />: <bdi>{hidden.reason}</bdi>
          </p>
        )}
        {/* One button for both, so that the focus stays on it. */}
        <Button size="sm" loading={busy} aria-label={`${act}: ${which}`} onClick={hidden ? onShow : onHide}>
          {act}
        </Button>
        <RowProblem>{problem}</RowProblem>
      </Cell>
    </Row>
  );
}

/** Same layout as the list, so that nothing moves when it loads. */
export function ReviewsSkeleton() {
  return (
    <Loading says="Loading reviews">
      <Skeleton className="mb-6 h-11 w-72 max-w-full" />
      <ReviewsTable busy>
        <SkeletonRows
          rows={5}
          cells={[
            ['c-words', 'mb-2 h-5 w-28', 'h-12 max-w-full'],
            ['c-who', 'h-10 w-40 max-w-full'],
            ['c-when', 'h-5 w-32 max-w-full'],
            ['act', 'ml-auto h-9 w-20'],
          ]}
        />
      </ReviewsTable>
    </Loading>
  );
}

import { Portrait } from '#web/ui/images/portrait.tsx';
import { LongText } from '#web/ui/kernel/long-text.tsx';
import { Stars } from '#web/ui/kernel/stars.tsx';
import { VerifiedPurchase } from './verified-purchase.tsx';

export interface ReviewContent {
  id: string;
  name: string;
  photo: string | null;
  text: string;
  star: number;
  /** The author has a shipped order. */
  verified: boolean;
}

export function ReviewCard({ review }: { review: ReviewContent }) {
  const { name, photo, text, star, verified } = review;
  return (
    <article className="review">
      <div className="rating">
        <Stars value={star} />
        <b aria-hidden="true">{star}</b>
      </div>
      <div className="review__text">
        <LongText of={`of the review by ${name}`}>{text}</LongText>
      </div>
      <div className="person">
        <Portrait name={name} photo={photo} />
        <p>
          <bdi>{name}</bdi>
          {verified && <VerifiedPurchase />}
        </p>
      </div>
    </article>
  );
}

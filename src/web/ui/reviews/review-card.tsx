import { Portrait } from '#web/ui/kernel/portrait.tsx';
import { Stars } from '#web/ui/kernel/stars.tsx';

/** What a review on the home page shows. */
export interface ReviewContent {
  id: string;
  name: string;
  photo: string | null;
  text: string;
  star: number;
}

export function ReviewCard({ review }: { review: ReviewContent }) {
  return (
    <article className="review">
      <div className="rating">
        <Stars value={review.star} />
        <b aria-hidden="true">{review.star}</b>
      </div>
      <blockquote>{review.text}</blockquote>
      <p className="person">
        <Portrait name={review.name} photo={review.photo} />
        {review.name}
      </p>
    </article>
  );
}

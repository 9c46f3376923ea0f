import { ReviewCard } from './review-card.tsx';

interface ReviewPreviewProps {
  name: string;
  photo: string | null;
  text: string;
  star: number | null;
}

export function ReviewPreview({ name, photo, text, star }: ReviewPreviewProps) {
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

/** A grey box in the place of content that is on its way. Its size comes from utility classes: `w-44 h-4`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`sk ${className}`} aria-hidden="true" />;
}

/** Sized by classes of sizes.css: `w-44 h-4`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`sk ${className}`} aria-hidden="true" />;
}

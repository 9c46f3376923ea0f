import { Link } from './link.tsx';

interface BrandProps {
  name: string;
  home: string;
}

export function Brand({ name, home }: BrandProps) {
  return (
    <Link className="brand" to={home}>
      <svg viewBox="0 0 30 22" fill="currentColor" aria-hidden="true">
        <path d="M0 0h30v5H0zM1 7h2v5H1zM7 7h2v8H7zM21 7h2v8h-2zM27 7h2v5h-2z" />
        <path className="brand__accent" d="M13 7h4v15h-4z" />
      </svg>
      {name}
    </Link>
  );
}

import { Link } from '../kernel/link.tsx';

/** Below an item number that an archived tool has: the way to that tool, where it can be restored. */
export const ArchivedLink = ({ to }: { to: string }) => (
  <p className="hint">
    <Link to={to}>Open the archived tool</Link>
  </p>
);

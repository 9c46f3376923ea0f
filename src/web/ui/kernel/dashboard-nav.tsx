import { useEffect, useRef } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { Link } from './link.tsx';

export interface DashboardEntry {
  readonly title: string;
  readonly icon: IconName;
  readonly to: string;
}

interface DashboardNavProps {
  entries: readonly DashboardEntry[];
  current: string;
  /** False on a page below `current`. */
  exact: boolean;
}

/** A side bar, or a strip on narrower screens. */
export function DashboardNav({ entries, current, exact }: DashboardNavProps) {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the marked entry changes
  useEffect(() => {
    const strip = list.current;
    if (!strip) return;
    // Also when the side bar becomes a strip, as on a rotated tablet.
    const resized = new ResizeObserver(() => {
      const item = strip.querySelector<HTMLElement>('[aria-current]');
      if (item) strip.scrollLeft = item.offsetLeft - (strip.clientWidth - item.offsetWidth) / 2;
    });
    resized.observe(strip);
    return () => resized.disconnect();
  }, [current, entries.length]);
  return (
    <nav aria-label="Dashboard">
      <ul ref={list}>
        {entries.map(({ title, icon, to }) => (
          <li key={to}>
            <Link to={to} prefetch="intent" aria-current={to === current ? (exact ? 'page' : 'true') : undefined}>
              <Icon name={icon} />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

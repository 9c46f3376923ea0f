import type { ReactNode } from 'react';

interface HomeSectionProps {
  id?: string;
  title: string;
  /** At the end of the heading's row. */
  beside?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function HomeSection({ id, title, beside, className = '', children }: HomeSectionProps) {
  return (
    <section className={`section ${className}`.trim()} id={id}>
      <div className="wrap">
        <div className="section__head">
          <h2 className="h2">{title}</h2>
          {beside}
        </div>
        {children}
      </div>
    </section>
  );
}

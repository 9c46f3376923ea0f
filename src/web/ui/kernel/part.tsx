import type { ReactNode } from 'react';

interface PartProps {
  id: string;
  title: ReactNode;
  /** At the end of the heading's row. */
  beside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of a page under its heading. */
export const Part = ({ id, title, beside, className, children }: PartProps) => (
  <section className={className} aria-labelledby={id}>
    <div className="h3r">
      <h2 className="h3" id={id}>
        {title}
      </h2>
      {beside}
    </div>
    {children}
  </section>
);

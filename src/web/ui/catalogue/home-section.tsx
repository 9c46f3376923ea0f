import type { ReactNode } from 'react';

interface HomeSectionProps {
  id?: string;
  title: string;
  className?: string;
  children: ReactNode;
}

export function HomeSection({ id, title, className = '', children }: HomeSectionProps) {
  return (
    <section className={`section ${className}`.trim()} id={id}>
      <div className="wrap">
        <div className="section__head">
          <h2 className="h2">{title}</h2>
        </div>
        {children}
      </div>
    </section>
  );
}

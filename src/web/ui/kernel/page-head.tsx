import type { ReactNode } from 'react';
import { PageHeading } from './page-heading.tsx';
import { PageTitle } from './page-title.tsx';

export function PageHead({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="page-head">
      <PageTitle>{title}</PageTitle>
      <div>
        <PageHeading className="h1">{title}</PageHeading>
        {children && <p>{children}</p>}
      </div>
      {action}
    </div>
  );
}

import type { ReactNode } from 'react';
import { PageTitle } from './page-title.tsx';

export function PageHead({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="page-head">
      <PageTitle>{title}</PageTitle>
      <div>
        <h1 className="h1" tabIndex={-1}>
          {title}
        </h1>
        {children && <p>{children}</p>}
      </div>
      {action}
    </div>
  );
}

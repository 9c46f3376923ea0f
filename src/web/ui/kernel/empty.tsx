import type { ReactNode } from 'react';

interface EmptyProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <h2 className="h3">{title}</h2>
      <p className="soft">{children}</p>
      {action}
    </div>
  );
}

import type { ReactNode } from 'react';

interface AuthScreenProps {
  title: string;
  picture: ReactNode;
  notice?: ReactNode;
  children: ReactNode;
}

export function AuthScreen({ title, picture, notice, children }: AuthScreenProps) {
  return (
    <main id="main" className="auth">
      <div className="auth__form">
        <div>
          {notice}
          <h1 className="h1" tabIndex={-1}>
            {title}
          </h1>
          {children}
        </div>
      </div>
      {picture}
    </main>
  );
}

import type { ReactNode } from 'react';

interface AuthScreenProps {
  title: string;
  /** Beside the form on wide screens. */
  picture: ReactNode;
  /** Above the title: why somebody is here. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The frame of login and signup: the form on the left, a picture on the rest. */
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

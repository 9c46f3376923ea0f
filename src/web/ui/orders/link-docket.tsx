import type { ReactNode } from 'react';
import { Icon } from '../kernel/icon.tsx';
import { mailAbout } from './promise-words.ts';

interface DocketProps {
  title: string;
  beside?: ReactNode;
  children: ReactNode;
}

/** Beside a document that is read by its link. */
export const LinkDocket = ({ title, beside, children }: DocketProps) => (
  <section className="docket" aria-labelledby="docket-title">
    <div className="docket__head">
      <h2 className="h3" id="docket-title">
        {title}
      </h2>
      {beside && <span className="id">{beside}</span>}
    </div>
    <div className="docket__body">{children}</div>
  </section>
);

/** In a mail of their own: the shop tells nobody's address. */
export const AskFor = ({ name, subject, children }: { name: string; subject: string; children: ReactNode }) => (
  <a className="btn btn--ink btn--block" href={mailAbout(subject)}>
    <span className="btn__label">
      <Icon name="mail" />
      <span>
        Ask <bdi>{name}</bdi> {children}
      </span>
    </span>
  </a>
);

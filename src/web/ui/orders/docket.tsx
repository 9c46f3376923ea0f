import type { ReactNode, Ref } from 'react';
import { Icon } from '../kernel/icon.tsx';
import { mailAbout } from './promise-words.ts';

interface DocketProps {
  title: string;
  /** A number, or the link that is it. */
  beside?: ReactNode;
  children: ReactNode;
  /** For the focus, where it comes in the place of another. */
  ref?: Ref<HTMLElement>;
}

/** What is to be paid, or what became of it. */
export const Docket = ({ title, beside, children, ref }: DocketProps) => (
  <section ref={ref} tabIndex={-1} className="docket" aria-labelledby="docket-title">
    <div className="docket__head">
      <h2 className="h3" id="docket-title">
        {title}
      </h2>
      {typeof beside === 'string' ? <span className="id">{beside}</span> : beside}
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

import { Icon } from '../kernel/icon.tsx';

export interface CvLinkProps {
  to: string;
  /** What its file will be called. */
  file: string;
  /** Kind and size of the file: `PDF, 34 kB`. */
  about: string;
  /** The day of the last change, for people. */
  updated: string;
}

/** The CV as a file. A plain link: the router must not take it for a page. */
export function CvLink({ to, file, about, updated }: CvLinkProps) {
  return (
    <div className="cv-act">
      <a
        className="btn btn--primary btn--lg"
        href={to}
        download={file}
        type="application/pdf"
        aria-describedby="cv-about"
      >
        <span className="btn__label">
          <Icon name="download" />
          Download CV
        </span>
      </a>
      <span className="cv-act__about" id="cv-about">
        <span className="id">{about}</span>
        <span className="small muted">Updated {updated}</span>
      </span>
    </div>
  );
}

import { Icon } from '../kernel/icon.tsx';

export interface CvLinkProps {
  to: string;
  file: string;
  /** Kind and size: `PDF, 34 kB`. */
  about: string;
  updated: string;
}

/** A plain link: the router must not handle it. */
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

import { Notice } from './notice.tsx';

/** A long dialog may show another part of itself. */
const show = (notice: HTMLElement | null) => {
  if (notice?.closest('.dialog')) notice.scrollIntoView({ block: 'nearest' });
};

/** What went wrong, where anything did. */
export const FormProblem = ({ className = '', children }: { className?: string; children: string | undefined }) =>
  children && (
    <Notice tone="danger" role="alert" className={className} ref={show}>
      {children}
    </Notice>
  );

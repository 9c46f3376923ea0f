import { type ReactNode, useEffect } from 'react';
import { href } from 'react-router';
import type { Paper } from '#model/content/paper.ts';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { PageForNobodyElse } from '#web/ui/kernel/page-for-all.tsx';
import { PageHeading } from '#web/ui/kernel/page-heading.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { PaperSheets } from '#web/ui/orders/paper-sheets.tsx';
import papers from '../../../styles/papers.css?url';
import { admitSignedIn } from '../../identity/access.ts';
import { orAbsent } from '../../kernel/or-absent.ts';
import { useKept } from '../../kernel/use-kept.ts';
import { useReload } from '../../kernel/use-reload.ts';
import { NoSuch } from '../found.tsx';
import { usePdf } from './use-pdf.ts';

export const paperLinks = () => [{ rel: 'stylesheet', href: papers }];

type Answered<T> = Promise<Outcome<T, ApiFailure>>;

/**
 * Answers once it is known that somebody is signed in, since no frame around the page leaves for the login; what the
 * paper says follows.
 */
export async function loadPaper<T>(
  ask: () => Answered<T>,
  paperOf: (value: T) => Paper,
): Promise<{ found: Answered<Paper> }> {
  const admission = await admitSignedIn();
  return { found: admission.ok ? find(ask, paperOf) : Promise.resolve(admission) };
}

async function find<T>(ask: () => Answered<T>, paperOf: (value: T) => Paper): Answered<Paper> {
  const answer = orAbsent(await ask(), 'order_not_found');
  return answer.ok ? success(paperOf(answer.value)) : answer;
}

interface PaperPageProps {
  /** Of its purchase, as the address has it. */
  no: string;
  /** What it is called: Invoice, Packing slip. */
  name: string;
  found: Answered<Paper>;
  makePdf: () => Answered<Blob>;
}

export function PaperPage({ no, name, found, makePdf }: PaperPageProps) {
  const { value: paper, failure: refused, waiting } = useKept(found);
  const reload = useReload();
  const pdf = usePdf(makePdf);
  useComing(refused);
  if (!paper) {
    return (
      <PaperFrame no={no} name={name}>
        {refused ? (
          <NoPaper no={no} name={name} failure={refused} onRetry={() => void reload()} retrying={waiting} />
        ) : (
          <Skeleton className="sheets--empty" />
        )}
      </PaperFrame>
    );
  }
  return (
    <PaperFrame
      no={no}
      name={`${name} ${paper.number}`}
      acts={
        <>
          <Button icon="print" onClick={() => window.print()}>
            Print
          </Button>
          <Button variant="ink" icon="download" loading={pdf.busy} onClick={() => void pdf.save(paper)}>
            {name}, PDF
          </Button>
        </>
      }
    >
      <FormProblem>{pdf.problem}</FormProblem>
      <PaperSheets paper={paper} />
    </PaperFrame>
  );
}

export const PaperFallback = ({ no, name }: Pick<PaperPageProps, 'no' | 'name'>) => (
  <PaperFrame no={no} name={name}>
    <Skeleton className="sheets--empty" />
  </PaperFrame>
);

function PaperFrame({ no, name, acts, children }: { no: string; name: string; acts?: ReactNode; children: ReactNode }) {
  return (
    <main id="main" className="sheets" tabIndex={-1}>
      <PageTitle>{name}</PageTitle>
      <PageForNobodyElse />
      <div className="sheets__bar">
        <Link className="back" to={href('/dashboard/purchases/:no', { no })}>
          <Icon name="left" small />
          Purchase
        </Link>
        <span>{acts}</span>
      </div>
      {/* The paper has its own. */}
      {!acts && <PageHeading className="sr">{name}</PageHeading>}
      {children}
    </main>
  );
}

interface NoPaperProps {
  no: string;
  name: string;
  failure: ApiFailure;
  onRetry: () => void;
  retrying: boolean;
}

function NoPaper({ no, name, failure: its, onRetry, retrying }: NoPaperProps) {
  if (its.code === 'invoice_coming')
    return (
      <Notice icon="clock" role="status">
        {failureText(its)}
      </Notice>
    );
  if (its.code === 'order_not_found') return <NoSuch of="purchase" />;
  if (its.code === 'invoice_unpaid' || its.code === 'slip_not_found')
    return (
      <Empty
        title={`No ${name.toLowerCase()} yet`}
        action={
          <ButtonLink variant="ink" to={href('/dashboard/purchases/:no', { no })}>
            See the purchase
          </ButtonLink>
        }
      >
        {failureText(its)}
      </Empty>
    );
  return (
    <Failure
      title={`The ${name.toLowerCase()} did not load`}
      detail={failureText(its)}
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}

const AGAIN_MS = 2_000;

/** Asks again for what is being written; of a hidden tab, once somebody looks at it. */
function useComing(refused: ApiFailure | undefined) {
  const reload = useReload();
  useEffect(() => {
    if (refused?.code !== 'invoice_coming') return;
    const ask = () => {
      if (document.hidden) return;
      clearTimeout(timer);
      void reload();
    };
    const timer = setTimeout(ask, AGAIN_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [refused, reload]);
}

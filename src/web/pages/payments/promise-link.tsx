import { useCallback, useState } from 'react';
import { data } from 'react-router';
import { paperFile } from '#model/content/paper.ts';
import { PDF } from '#model/kernel/media-types.ts';
import type { Outcome } from '#model/kernel/outcome.ts';
import { type LinkedPromise, linkedPdf } from '#model/orders/promise.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { apiContext, shopContext } from '#web/api/server-context.ts';
import promiseStyles from '#web/styles/promise-link.css?url';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Loading } from '#web/ui/kernel/loading.tsx';
import { PageForNobodyElse } from '#web/ui/kernel/page-for-all.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { useNow } from '#web/ui/kernel/use-now.ts';
import { PromisePaper } from '#web/ui/orders/promise-paper.tsx';
import { mailAbout } from '#web/ui/orders/promise-words.ts';
import { NotFoundView } from '../kernel/not-found-view.tsx';
import { useKept } from '../kernel/use-kept.ts';
import type { Route } from './+types/promise-link.ts';
import type { CardConfig } from './card-panel.tsx';
import { payerHere } from './payer.ts';
import { PromiseDocket } from './promise-docket.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: promiseStyles }];

/** An unknown link is a 404. What it leads to is asked for by the browser, so that only people count as openings. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const known = await context.get(apiContext).call('findPromiseLink', { params: { token } });
  if (!known.ok && (known.failure.status === 404 || known.failure.status === 400)) throw data(null, { status: 404 });
  const { payments, testMode } = context.get(shopContext);
  return { ...payments, testMode };
}

type Opened = Outcome<LinkedPromise, ApiFailure>;

export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const config: CardConfig = await serverLoader();
  return { config, opened: open(params.token) };
}
clientLoader.hydrate = true as const;

/** Its address stays out of all requests but the first. */
export const shouldRevalidate = () => false;

const open = (token: string, again?: boolean): Promise<Opened> =>
  api.call('openPromiseLink', { body: { token, payer: payerHere().key, again } });

const Head = ({ number }: { number?: string }) => (
  <>
    <PageTitle>{number ? `Price promise ${number}` : 'Price promise'}</PageTitle>
    <PageForNobodyElse />
    <meta name="referrer" content="no-referrer" />
  </>
);

export function HydrateFallback() {
  return (
    <main id="main" className="wrap promise">
      <Head />
      <h1 className="sr">Price promise</h1>
      <PromiseSkeleton />
    </main>
  );
}

export default function PromiseLinkPage({ loaderData, params }: Route.ComponentProps) {
  return <Linked key={params.token} {...loaderData} token={params.token} />;
}

function Linked({ config, opened: first, token }: Route.ComponentProps['loaderData'] & { token: string }) {
  const [opened, setOpened] = useState(first);
  const { value: promise, failure, waiting } = useKept(opened);
  const now = useNow();
  // What never came has not been opened.
  const shown = promise !== undefined;
  const reload = useCallback(async () => {
    const answered = open(token, shown);
    setOpened(answered);
    const answer = await answered;
    return answer.ok ? answer.value : undefined;
  }, [token, shown]);
  if (!promise && !failure) return <HydrateFallback />;
  if (!promise && failure?.status === 404) return <NotFoundView />;
  return (
    <main id="main" className="wrap promise">
      <Head {...(promise && { number: promise.number })} />
      {!promise && (
        <div className="page-head">
          <h1 className="h1" tabIndex={-1}>
            Price promise
          </h1>
        </div>
      )}
      {failure && (
        <Failure
          title="The price promise did not load"
          detail={failureText(failure)}
          onRetry={() => void reload()}
          retrying={waiting}
        />
      )}
      {promise && (
        <>
          <div className="work">
            <PromisePaper promise={promise} now={now} />
            <PromiseDocket promise={promise} token={token} config={config} reload={reload} />
          </div>
          <Links promise={promise} token={token} />
        </>
      )}
    </main>
  );
}

function Links({ promise: { number, name }, token }: { promise: LinkedPromise; token: string }) {
  const file = paperFile({ title: 'Price promise', number });
  return (
    <p className="promise__links">
      <a className="link" href={linkedPdf(token, 'promise')} download={file} type={PDF}>
        <Icon name="download" />
        PDF
      </a>
      <a className="link" href={mailAbout(`Price promise ${number}`)}>
        <Icon name="mail" />
        <span>
          Ask <bdi>{name}</bdi>
        </span>
      </a>
    </p>
  );
}

const LINES = [1, 2, 3, 4];

/** The document and what is beside it, while they load. */
const PromiseSkeleton = () => (
  <Loading says="Loading the price promise">
    <div className="work" aria-busy="true">
      <div className="deed">
        <div className="deed__in">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="mt-4 h-11 w-48" />
          <Skeleton className="mt-6 h-16 w-full" />
          {LINES.map((line) => (
            <Skeleton key={line} className="mt-4 h-11 w-full" />
          ))}
        </div>
      </div>
      <div className="docket">
        <div className="docket__head">
          <Skeleton className="h-6 w-40" />
        </div>
        <div className="docket__body">
          <Skeleton className="h-72 w-full" />
        </div>
      </div>
    </div>
  </Loading>
);

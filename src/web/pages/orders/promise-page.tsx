import { href, useRevalidator } from 'react-router';
import type { SignedIn } from '#model/identity/person.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { type PricePromise, PromiseNumber } from '#model/orders/promise.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { PurchasePageSkeleton } from '#web/ui/orders/purchase-page-skeleton.tsx';
import promiseStyles from '../../styles/promises.css?url';
import purchaseStyles from '../../styles/purchase.css?url';
import { admitCustomer } from '../identity/access.ts';
import type { DashboardHandle } from '../kernel/dashboard-handle.ts';
import { useKept } from '../kernel/use-kept.ts';
import type { Route } from './+types/promise-page.ts';
import { OwnPromise } from './own-promise.tsx';

export const handle: DashboardHandle = { under: [href('/dashboard/promises')] };

export const links: Route.LinksFunction = () =>
  [promiseStyles, purchaseStyles].map((href) => ({ rel: 'stylesheet', href }));

type Loaded = Outcome<{ promise: PricePromise; user: SignedIn }, ApiFailure>;

/** Returns at once with a promise, so that the page shows its own skeleton. */
export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { found: findPromise(params.no) };
}
clientLoader.hydrate = true as const;

async function findPromise(no: string): Promise<Loaded> {
  const admission = await admitCustomer();
  if (!admission.ok) return admission;
  const number = PromiseNumber.safeParse(no.toUpperCase());
  if (!number.success) return failure({ status: 404, code: 'promise_not_found' });
  const answer = await api.call('getPromise', { params: { number: number.data } });
  return answer.ok ? success({ promise: answer.value, user: admission.value.user }) : answer;
}

const titleOf = (no: string): string => {
  const number = PromiseNumber.safeParse(no.toUpperCase());
  return number.success ? `Price promise ${number.data}` : 'Price promise';
};

export function HydrateFallback({ params }: Route.HydrateFallbackProps) {
  return (
    <>
      <PageHead title={titleOf(params.no)}>
        <Skeleton className="sk--inline h-4 w-64 max-w-full" />
      </PageHead>
      <PurchasePageSkeleton says="Loading the price promise" />
    </>
  );
}

export default function PromisePage({ loaderData, params }: Route.ComponentProps) {
  return <Found key={params.no} {...loaderData} no={params.no} />;
}

function Found({ found, no }: Route.ComponentProps['loaderData'] & { no: string }) {
  const { value, failure: problem, waiting } = useKept(found);
  const { revalidate } = useRevalidator();
  const trouble = problem && <Trouble failure={problem} onRetry={() => void revalidate()} retrying={waiting} />;
  if (value)
    return (
      <>
        {trouble}
        <OwnPromise {...value} />
      </>
    );
  return (
    <>
      <PageHead title={titleOf(no)} />
      {trouble ?? <PurchasePageSkeleton says="Loading the price promise" />}
    </>
  );
}

interface TroubleProps {
  failure: ApiFailure;
  onRetry: () => void;
  retrying: boolean;
}

function Trouble({ failure, onRetry, retrying }: TroubleProps) {
  if (failure.status === 404) {
    return (
      <Empty
        title="There is no such price promise among yours"
        action={
          <ButtonLink variant="ink" to={href('/dashboard/promises')}>
            See Price Promises
          </ButtonLink>
        }
      >
        The address may be incomplete, or the promise belongs to another account.
      </Empty>
    );
  }
  return (
    <Failure
      title="The price promise did not load"
      detail={failureText(failure)}
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}

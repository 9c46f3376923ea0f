import { href } from 'react-router';
import type { SignedIn } from '#model/identity/person.ts';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { Purchase } from '#model/orders/order.ts';
import type { FormerLine } from '#model/orders/order-again.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { Day } from '#web/ui/kernel/moment.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { purchasePage } from '#web/ui/orders/purchase-link.ts';
import { keptLines } from '#web/ui/orders/purchase-story.ts';
import type { DashboardHandle } from '../kernel/dashboard-handle.ts';
import { orAbsent } from '../kernel/or-absent.ts';
import type { Route } from './+types/order-again.ts';
import { Again, AgainFallback, againLinks } from './again.tsx';
import { admitToFound, Found, whileShown } from './found.tsx';

export const handle: DashboardHandle = { under: [href('/dashboard/myorders')] };

export const links: Route.LinksFunction = againLinks;

/** Returns at once with a promise, so that the page shows its own skeleton. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { found: whileShown(findPurchase(params.no)) };
}
clientLoader.hydrate = true as const;

type Loaded = Outcome<{ purchase: Purchase; user: SignedIn }, ApiFailure>;

async function findPurchase(no: string): Promise<Loaded> {
  const admission = await admitToFound();
  if (!admission.ok) return admission;
  const answer = orAbsent(await api.call('getPurchase', { params: { id: no as never } }), 'order_not_found');
  return answer.ok ? success({ purchase: answer.value, user: admission.value.user }) : answer;
}

export const HydrateFallback = AgainFallback;

export default function OrderAgain({ loaderData, params }: Route.ComponentProps) {
  return (
    <Found key={params.no} of="purchase" title="Order again" found={loaderData.found} skeleton={<AgainFallback />}>
      {({ purchase, user }) => (
        <>
          <Link className="back" to={purchasePage(purchase.number)}>
            <Icon name="left" small />
            Purchase {purchase.number}
          </Link>
          <PageHead title="Order again">
            What you had on <Day iso={purchase.createdAt} />, at today’s prices and stock
          </PageHead>
          <Again lines={linesOf(purchase)} email={user.email} />
        </>
      )}
    </Found>
  );
}

const linesOf = (purchase: Purchase): FormerLine[] =>
  keptLines(purchase).map(({ tools_id, tools_name, tools_image, tools_price, quantity, total, guard = 0 }) => ({
    ...{ tool: tools_id, name: tools_name, image: tools_image, quantity },
    last: { quantity, each: tools_price, asked: total - guard },
  }));

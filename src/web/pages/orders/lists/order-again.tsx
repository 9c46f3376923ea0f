import { href } from 'react-router';
import type { Purchase } from '#model/orders/order.ts';
import type { FormerLine } from '#model/orders/order-again.ts';
import { api } from '#web/api/identity/session.ts';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { Day } from '#web/ui/kernel/moment.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { purchasePage } from '#web/ui/orders/purchase-link.ts';
import { keptLines } from '#web/ui/orders/purchase-story.ts';
import type { DashboardHandle } from '../../kernel/dashboard-handle.ts';
import { orAbsent } from '../../kernel/or-absent.ts';
import { Found, findOwn, whileShown } from '../found.tsx';
import type { Route } from './+types/order-again.ts';
import { Again, AgainFallback, againLinks } from './again.tsx';

export const handle: DashboardHandle = { under: [href('/dashboard/myorders')] };

export const links: Route.LinksFunction = againLinks;

/** Returns at once with a promise, so that the page shows its own skeleton. */
export function clientLoader({ params }: Route.ClientLoaderArgs) {
  const id = params.no as never;
  const ask = async () => orAbsent(await api.call('getPurchase', { params: { id } }), 'order_not_found');
  return { found: whileShown(findOwn(ask)) };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = AgainFallback;

export default function OrderAgain({ loaderData, params }: Route.ComponentProps) {
  return (
    <Found key={params.no} of="purchase" title="Order again" found={loaderData.found} skeleton={<AgainFallback />}>
      {({ value: purchase, user }) => (
        <>
          <Link className="back" to={purchasePage(purchase.number)}>
            <Icon name="left" small />
            Purchase {purchase.number}
          </Link>
          <PageHead title="Order again">
            What you had on <Day iso={purchase.createdAt} />, at today’s prices and stock
          </PageHead>
          <Again about={purchase.id} lines={linesOf(purchase)} email={user.email} />
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

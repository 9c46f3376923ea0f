import { type ReactNode, type Ref, useRef } from 'react';
import { href } from 'react-router';
import type { Purchase } from '#model/orders/order.ts';
import { hasEnded } from '#model/purchases/purchase-life.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { addressInLines } from '#texts/typed.ts';
import { EmailText } from '#web/ui/kernel/email-text.tsx';
import { Line } from '#web/ui/kernel/line.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { ChangeShipTo } from './ship-to-dialog.tsx';

/** Beside a purchase for admins: whose it is and where it goes. */
export function PurchaseFacts({ purchase }: { purchase: Purchase }) {
  return (
    <aside className="desk2__aside" aria-label="Purchase facts">
      <Customer purchase={purchase} />
      <ShipTo purchase={purchase} />
    </aside>
  );
}

interface CardProps {
  title: string;
  heading?: Ref<HTMLHeadingElement>;
  beside?: ReactNode;
  children: ReactNode;
}

const Card = ({ title, heading, beside, children }: CardProps) => (
  <div className="docket">
    <div className="docket__head">
      <h2 className="h3" ref={heading} tabIndex={heading ? -1 : undefined}>
        {title}
      </h2>
      {beside}
    </div>
    <div className="docket__body">{children}</div>
  </div>
);

function Customer({ purchase: { lines, phone, po_number, job, desk } }: { purchase: Purchase }) {
  const { name = '', email = '' } = lines[0] ?? {};
  const all = `${href('/dashboard/manageAllOrders')}?${new URLSearchParams({ search: email })}`;
  return (
    <Card
      title="Customer"
      beside={
        <Link className="link" to={all} aria-label={`Open the orders of ${name}`}>
          Open
        </Link>
      }
    >
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>
      </p>
      <p className="small soft">
        <EmailText email={email} />
        <br />
        {phone}
      </p>
      <dl className="lines">
        {po_number && (
          <div>
            <dt>PO number</dt>
            <dd className="id">
              <bdi>{po_number}</bdi>
            </dd>
          </div>
        )}
        {job && <Line label="Job" is={<bdi>{job}</bdi>} />}
        {desk && (
          <Line
            label="Purchases"
            is={`${formatCount(desk.customer.purchases)} paid, ${formatDollars(desk.customer.kept)} kept`}
          />
        )}
      </dl>
    </Card>
  );
}

function ShipTo({ purchase }: { purchase: Purchase }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const sent = purchase.shipments.length > 0;
  const open = !sent && !hasEnded(purchase.state);
  return (
    <Card
      title="Ship to"
      heading={heading}
      beside={<ChangeShipTo desk purchase={purchase} open={open} focusAfter={() => heading.current} />}
    >
      <p>
        <bdi>{addressInLines(purchase.address)}</bdi>
      </p>
      {sent && <p className="small muted mt-2">It stays: a part has left for it.</p>}
    </Card>
  );
}

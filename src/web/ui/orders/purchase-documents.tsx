import type { Purchase } from '#model/orders/order.ts';
import { formatDatedDay } from '#texts/format-time.ts';
import { ButtonLink } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';
import { manyTools } from './list-counts.ts';
import { invoicePage, promisePage, slipPage } from './purchase-link.ts';
import { endedUnpaid } from './purchase-story.ts';

/** The invoice once it is paid, a packing slip for each part that left, and the price promise that it was made of. */
export function PurchaseDocuments({ purchase }: { purchase: Purchase }) {
  const { number, invoice, shipments, promise } = purchase;
  const none = !invoice && shipments.length === 0;
  return (
    <>
      {(!none || promise) && (
        <ul className="docs">
          {invoice && (
            <Document
              title={`Invoice ${invoice.number}`}
              about={`PDF, ${invoice.pages === 1 ? '1 page' : `${invoice.pages} pages`}, ${formatDatedDay(invoice.date)}`}
              page={invoicePage(number)}
            />
          )}
          {shipments.map(({ id, no, at, lines }) => (
            <Document
              key={id}
              title={shipments.length === 1 ? 'Packing slip' : `Packing slip, part ${no}`}
              about={`PDF, ${manyTools(lines.length)}, ${formatDatedDay(at)}`}
              page={slipPage(number, no)}
            />
          ))}
          {promise && (
            <Document
              title={`Price promise ${promise.number}`}
              about={`PDF, ${formatDatedDay(promise.date)}`}
              page={promisePage(promise.number)}
            />
          )}
        </ul>
      )}
      {none && <p className={promise ? 'docs--none soft' : 'docs docs--none soft'}>{whenThere(purchase)}</p>}
    </>
  );
}

function whenThere(purchase: Purchase): string {
  if (endedUnpaid(purchase)) return 'There are none: it was cancelled before the payment.';
  const invoice = purchase.paidAt ? 'in a moment' : 'once you have paid';
  return `The invoice is here ${invoice}, the packing slip once it ships.`;
}

function Document({ title, about, page }: { title: string; about: string; page: string }) {
  return (
    <li>
      <Icon name="file" />
      <span>
        <b>{title}</b>
        <span className="sub">{about}</span>
      </span>
      <ButtonLink size="sm" to={page} aria-label={`Open: ${title}`}>
        Open
      </ButtonLink>
    </li>
  );
}

import type { ReactNode } from 'react';

interface OrderDocketProps {
  /** The tool's SKU or the end of its id. */
  item: string;
  busy?: boolean;
  children: ReactNode;
}

export function OrderDocket({ item, busy = false, children }: OrderDocketProps) {
  return (
    <section className="docket buy__form" aria-label="Your order" aria-busy={busy || undefined}>
      <div className="docket__head">
        <h2 className="h3">Your order</h2>
        <span className="id">{item}</span>
      </div>
      <div className="docket__body">{children}</div>
    </section>
  );
}

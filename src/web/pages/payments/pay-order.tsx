import { useEffect, useRef, useState } from 'react';
import { href } from 'react-router';
import type { SignedIn } from '#model/identity/person.ts';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { amountToPay, type Order, type Purchase } from '#model/orders/order.ts';
import { isPayPal } from '#model/purchases/paid-with.ts';
import { formatDollars } from '#texts/format.ts';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { MessageDialog } from '#web/ui/kernel/dialogs.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { manyTools } from '#web/ui/orders/list-counts.ts';
import { purchasePage } from '#web/ui/orders/purchase-link.ts';
import { Checking } from '#web/ui/payments/checking.tsx';
import { ClosedOrder, isClosed } from '#web/ui/payments/closed-order.tsx';
import { PaymentDocket } from '#web/ui/payments/payment-docket.tsx';
import { type PaymentMethod, PaymentMethods } from '#web/ui/payments/payment-methods.tsx';
import { PayPalPanel } from '#web/ui/payments/paypal-panel.tsx';
import { PurchaseDocket } from '#web/ui/payments/purchase-docket.tsx';
import { paidText, Receipt } from '#web/ui/payments/receipt.tsx';
import { lastDay, type ShortLine, stockLostWords, waitingWords } from '#web/ui/payments/stock-lost-words.ts';
import { useReload } from '../kernel/use-reload.ts';
import { type CardConfig, CardPanel } from './card-panel.tsx';
import { useFocusOnChange } from './use-focus-on-change.ts';
import { useInvoice } from './use-invoice.ts';
import { type PaymentPhase, pendingOf, usePayment } from './use-payment.ts';

interface PayOrderProps {
  order: Order;
  purchase: Purchase | undefined;
  user: SignedIn;
  config: CardConfig;
  /** Whether the card form is shown, so that the page does not ask for payment after it. */
  onAsking: (asking: boolean) => void;
}

export function PayOrder({ order: loaded, purchase, user, config, onAsking }: PayOrderProps) {
  const reload = useReload();
  const deliveryBy = lastDay((purchase?.lines ?? [loaded]).map(({ waiting }) => waiting?.date));
  const { phase, unreachable, start, goToPayPal, waitForShort, dropShort, checkAgain } = usePayment(
    loaded,
    deliveryBy,
    reload,
  );
  const [great, setGreat] = useState(true);
  const [chosen, setMethod] = useState<PaymentMethod>(() =>
    config.paypal && isPayPal(pendingOf(loaded)) ? 'paypal' : 'card',
  );
  const paying = phase.name === 'paying';
  const { message, note, short, waits } = phase.name === 'ready' ? phase : NOTHING_TO_SAY;
  const order = phase.name === 'settled' ? phase.order : loaded;
  const invoice = useInvoice(order);
  // The purchase may have become smaller since PayPal was chosen.
  const method = amountToPay(order) < SHOP_FACTS.payPalMinimum ? 'card' : chosen;
  const asks = phase.name === 'ready' || phase.name === 'paying' ? 'pay' : phase.name;
  // What is short takes the focus itself.
  const result = useFocusOnChange(isClosed(order) ? 'closed' : order.paid ? 'paid' : short ? undefined : asks);
  const asking = !order.paid && !isClosed(order) && (phase.name === 'ready' || phase.name === 'paying');
  useEffect(() => onAsking(asking), [asking, onAsking]);
  return (
    <>
      {short && <StockLost order={order} purchase={purchase} short={short} onWait={waitForShort} onDrop={dropShort} />}
      <div role="status">{waits && <StockAwaited order={order} purchase={purchase} waits={waits} />}</div>
      <div className="pay">
        {purchase ? <PurchaseDocket order={order} purchase={purchase} /> : <PaymentDocket order={order} />}
        <div ref={result} tabIndex={-1} className={order.paid ? 'pay__result paid' : 'pay__result'}>
          {order.paid ? (
            <Receipt
              order={order}
              invoice={invoice}
              purchase={(phase.name === 'settled' && phase.purchase) || purchase}
              action={<SeeOrders order={order} />}
            />
          ) : isClosed(order) ? (
            <ClosedOrder order={order} action={<SeeOrders order={order} />} />
          ) : phase.name === 'checking' || phase.name === 'unresolved' ? (
            <Checking
              asking={phase.name === 'checking'}
              unreachable={unreachable}
              actions={
                <>
                  <Button onClick={checkAgain}>Check again</Button>
                  <SeeMyOrders />
                </>
              }
            />
          ) : (
            <>
              {config.paypal && (
                <PaymentMethods amount={amountToPay(order)} chosen={method} locked={paying} onChoose={setMethod} />
              )}
              {method === 'paypal' ? (
                <PayPalPanel
                  testMode={config.testMode}
                  paying={paying}
                  blocked={short !== undefined}
                  message={message}
                  note={note}
                  onPay={() => void goToPayPal()}
                />
              ) : (
                <CardPanel
                  billing={{ name: user.displayName, email: user.email }}
                  heading={!config.paypal}
                  label={`Pay ${formatDollars(amountToPay(order))}`}
                  config={config}
                  paying={paying}
                  blocked={short !== undefined}
                  message={message}
                  onPay={(confirm) => void start(confirm)}
                />
              )}
            </>
          )}
        </div>
      </div>
      <MessageDialog
        open={phase.name === 'settled' && phase.mine && phase.order.paid && great}
        onOpenChange={setGreat}
        title="Great"
        tone="success"
      >
        <p>{paidText(order)}</p>
      </MessageDialog>
    </>
  );
}

const NOTHING_TO_SAY: Omit<Extract<PaymentPhase, { name: 'ready' }>, 'name'> = {};

function SeeOrders({ order: { number } }: { order: Order }) {
  return (
    <span className="page-head__deeds">
      {number && (
        <ButtonLink variant="ink" to={purchasePage(number)}>
          See purchase {number}
        </ButtonLink>
      )}
      <SeeMyOrders variant={number ? 'outline' : 'ink'} />
    </span>
  );
}

export function SeeMyOrders({ variant = 'ink' }: { variant?: 'ink' | 'outline' }) {
  return (
    <ButtonLink variant={variant} to={href('/dashboard/myorders')}>
      See My Orders
    </ButtonLink>
  );
}

interface StockLostProps {
  order: Order;
  purchase: Purchase | undefined;
  short: readonly ShortLine[];
  onWait: () => void;
  /** Answers why it was refused. */
  onDrop: (ids: readonly Order['_id'][]) => Promise<string | undefined>;
}

/** Pieces went to others after their hold had ended: the buyer decides before Pay can be pressed again. */
function StockLost({ order, purchase, short, onWait, onDrop }: StockLostProps) {
  const [dropping, setDropping] = useState(false);
  const [problem, setProblem] = useState<string>();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const lines = linesLeft(order, purchase);
  const { title, text, rest, mayWait } = stockLostWords(short, namesOf(lines));

  async function drop() {
    if (dropping) return;
    setDropping(true);
    const gone = short.flatMap(({ line }) => lines.get(line)?._id ?? []);
    setProblem(await onDrop(gone));
    setDropping(false);
  }

  return (
    <div ref={notice} tabIndex={-1} className="pay__lost">
      <Notice
        tone="danger"
        role="alert"
        title={title}
        action={
          (rest > 0 || mayWait) && (
            <span className="notice__acts">
              {rest > 0 && (
                <Button loading={dropping} onClick={() => void drop()}>
                  Pay for {manyTools(rest)}
                </Button>
              )}
              {mayWait && (
                <Button disabled={dropping} onClick={onWait}>
                  Hold my place{lines.size > 1 ? ' for all' : ''}
                </Button>
              )}
            </span>
          )
        }
      >
        {text}
        {problem && ` ${problem}`}
      </Notice>
    </div>
  );
}

/** What was decided, until it is paid. */
function StockAwaited({ order, purchase, waits }: Pick<StockLostProps, 'order' | 'purchase'> & Waits) {
  return (
    <div className="pay__lost">
      <Notice icon="clock">{waitingWords(waits, namesOf(linesLeft(order, purchase)))}</Notice>
    </div>
  );
}

interface Waits {
  waits: readonly ShortLine[];
}

/** By their numbers, from 1. */
function linesLeft(order: Order, purchase: Purchase | undefined): ReadonlyMap<number, Order> {
  const lines = (purchase?.lines ?? [order]).map((line, place) => [place + 1, line] as const);
  return new Map(lines.filter(([, line]) => line.state !== 'cancelled'));
}

const namesOf = (lines: ReadonlyMap<number, Order>): ReadonlyMap<number, string> =>
  new Map([...lines].map(([no, line]) => [no, line.tools_name]));

import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { href } from 'react-router';
import type { SignedIn } from '#model/identity/person.ts';
import { type Cents, centsToDollars } from '#model/kernel/money.ts';
import { NO_DEFAULTS, type OrderDefaults } from '#model/orders/order-defaults.ts';
import { listTotals, shippingLines, type ToolsNow, type ListTotals as Totals } from '#model/orders/order-list.ts';
import { type ShipDay, type ShippingLine, shipDays } from '#model/orders/ship-days.ts';
import { formatCents, formatCount, formatDollars, manyPieces } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { shipsRow } from '#texts/shipping.ts';
import { api } from '#web/api/identity/session.ts';
import { comeBackAfterLogin } from '#web/pages/identity/after-login.ts';
import { useAskedSession } from '#web/pages/identity/use-asked-session.ts';
import { whileAwaited } from '#web/pages/kernel/newest.ts';
import { useOffer } from '#web/pages/pricing/use-offer.ts';
import { Announced } from '#web/ui/kernel/announced.tsx';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { TextField, type TextFieldProps } from '#web/ui/kernel/field.tsx';
import { Line } from '#web/ui/kernel/line.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { RequiredNote } from '#web/ui/kernel/required-note.tsx';
import { useNow } from '#web/ui/kernel/use-now.ts';
import { manyOrders, manyTools } from '#web/ui/orders/list-counts.ts';
import { ShipTo } from '#web/ui/orders/ship-to.tsx';
import { OfferNotice, percentOff } from '../offer-notice.tsx';
import { HoldPrices } from '../promises/hold-prices.tsx';
import { PurchaseFailure, refusalOf } from '../purchase-failure.tsx';
import { ConfirmPurchase } from './list-dialogs.tsx';
import { SaveAsList } from './save-as-list.tsx';
import { useInView } from './use-in-view.ts';
import { useListForm } from './use-list-form.ts';
import { useListPurchase } from './use-list-purchase.ts';
import type { OrderList } from './use-order-list.ts';

interface ListDocketProps {
  list: OrderList;
  tools: ToolsNow;
  /** Tools whose price is not known are missing in it: nothing is done without them. */
  incomplete: boolean;
  /** Asks for prices and stock again. */
  check: () => Promise<void>;
  onPlaced: (id: string) => void;
}

export function ListDocket(props: ListDocketProps) {
  const { session, unreachable, ask } = useAskedSession();
  const { list, tools } = props;
  if (session.status === 'signed-in') {
    const { user, admin } = session;
    return <CustomersDocket key={user.uid} {...props} user={user} customer={admin === false} />;
  }
  return (
    <Docket
      list={list}
      totals={listTotals(list.lines, tools, 0)}
      lines={shippingLines(list.lines, tools)}
      offerPercent={0}
      onSubmit={(event) => event.preventDefault()}
      notes={
        session.status === 'unknown' &&
        unreachable && (
          <Failure
            title="The order form did not load"
            detail="The shop cannot be reached. Check your connection and try again."
            onRetry={ask}
          />
        )
      }
      button={() =>
        session.status === 'unknown' ? (
          <Button variant="primary" size="lg" loading={!unreachable} disabled={unreachable}>
            Log in to order
          </Button>
        ) : (
          <ButtonLink
            variant="primary"
            size="lg"
            to={href('/login')}
            onClick={() => comeBackAfterLogin(href('/order-list'))}
          >
            Log in to order
          </ButtonLink>
        )
      }
    />
  );
}

function CustomersDocket({
  list,
  tools,
  incomplete,
  check,
  onPlaced,
  user,
  customer,
}: ListDocketProps & { user: SignedIn; customer: boolean }) {
  const purchase = useListPurchase({ user, list, tools, check, onPlaced });
  const { stage, failure, go } = purchase;
  const defaults = useOrderDefaults(customer);
  const offer = useOffer(customer, `${refusalOf(failure)} ${list.changedElsewhere}`);
  const offerPercent = percentOff(offer);
  const totals = listTotals(list.lines, tools, offerPercent);
  const { form, address, poNumber } = useListForm(user, defaults, failure);
  const { errors } = form.formState;
  const blocked = list.problems.size > 0;
  const ask = form.handleSubmit(() => go('asking'));
  const place = form.handleSubmit((details) =>
    incomplete
      ? go('editing')
      : purchase.place(details, typeof offer === 'object' ? centsToDollars(totals.amount) : undefined),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!blocked && !incomplete) void ask(event);
  }
  return (
    <Docket
      list={list}
      totals={totals}
      lines={shippingLines(list.lines, tools)}
      offerPercent={offerPercent}
      onSubmit={submit}
      fields={
        <>
          <RequiredNote />
          <div className="row2">
            <Reference label="PO number" error={errors.po_number?.message} {...form.register('po_number')} />
            <Reference label="Job" error={errors.job?.message} {...form.register('job')} />
          </div>
          <TextField
            label="Phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            aria-required
            error={errors.phone?.message}
            {...form.register('phone')}
          />
          <ShipTo
            addresses={defaults?.addresses ?? []}
            address={address}
            onChoose={(chosen) => form.setValue('address', chosen, { shouldValidate: chosen !== '' })}
            error={errors.address?.message}
            box={form.register('address')}
          />
        </>
      }
      notes={
        <>
          <OfferNotice offer={offer} email={user.email} />
          {failure && failure.code !== 'lines_refused' && (
            <PurchaseFailure failure={failure} onRetry={() => void place()} />
          )}
        </>
      }
      button={(formId) => (
        <Button
          type="submit"
          form={formId}
          variant={blocked ? 'outline' : 'primary'}
          size="lg"
          disabled={blocked || incomplete}
          aria-describedby={blocked ? PROBLEMS : undefined}
          loading={stage === 'placing'}
        >
          {blocked ? 'Check Limit of Purchase' : `Order ${manyTools(totals.tools)}`}
        </Button>
      )}
      also={
        <div className="btns">
          <HoldPrices
            {...{ user, list, tools, totals, incomplete, check }}
            finalFocus={firstProblem}
            withDetails={(then) => void form.handleSubmit((details) => then(details))()}
          />
          <SaveAsList
            lines={list.lines.map(({ tool, quantity }) => ({ tool, quantity }))}
            suggestion={form.getValues('job') ?? ''}
          />
        </div>
      }
    >
      <ConfirmPurchase
        purchase={purchase}
        totals={totals}
        offerPercent={offerPercent}
        address={address}
        poNumber={poNumber}
        onConfirm={() => void place()}
        finalFocus={() => firstProblem() ?? document.querySelector<HTMLElement>('.docket [aria-invalid="true"]')}
      />
    </Docket>
  );
}

const Reference = ({ label, ...field }: Omit<TextFieldProps, 'label'> & { label: string }) => (
  <TextField
    label={
      <>
        {label} <span className="muted">(optional)</span>
      </>
    }
    autoComplete="off"
    {...field}
  />
);

interface DocketProps {
  list: OrderList;
  totals: Totals;
  lines: readonly ShippingLine[];
  offerPercent: number;
  onSubmit: (event: FormEvent) => void;
  fields?: ReactNode;
  notes?: ReactNode;
  /** Given the id of the form, because it stands on phones in a bar outside, too. */
  button: (formId: string) => ReactNode;
  /** What can be done with the list besides ordering it. */
  also?: ReactNode;
  children?: ReactNode;
}

function Docket({ list, totals, lines, offerPercent, onSubmit, fields, notes, button, also, children }: DocketProps) {
  const { tools, pieces, amount } = totals;
  const formId = useId();
  const belowButton = useRef<HTMLParagraphElement>(null);
  const inView = useInView(belowButton);
  return (
    <>
      <form id={formId} className="docket" noValidate aria-label="Order" onSubmit={onSubmit}>
        <div className="docket__head">
          <h2 className="h3">Your order</h2>
          <span className="small muted">
            {manyTools(tools)}, {manyPieces(pieces)}
          </span>
        </div>
        <div className="docket__body">
          {fields}
          <ListTotals totals={totals} days={shipDays(lines, useNow())} offerPercent={offerPercent} />
          {/* Stands before what it says, so that this is read out. */}
          <div role="status">
            <ProblemsNotice list={list} amount={amount} />
          </div>
          {notes}
          <div className="list-docket__foot">{button(formId)}</div>
          <p ref={belowButton} className="small muted">
            You pay on the next page. {manyOrders(tools)}, one payment.
          </p>
          {also}
        </div>
      </form>
      {!inView && (
        <div className="paybar">
          <p>
            <span>Amount to pay</span>
            <b>{formatCents(amount)}</b>
          </p>
          {button(formId)}
        </div>
      )}
      {children}
    </>
  );
}

/** The id of the sentence that says why the order cannot be placed. */
const PROBLEMS = 'order-problems';

/** The first button of the first line that has a problem. */
const firstProblem = (): HTMLElement | null => document.querySelector('.olines .notice .btn');

/** How many lines stand in the way of the order, or what mending them all has changed. */
function ProblemsNotice({
  list: { problems, mendable, fixed, fixAll, takeBack },
  amount,
}: {
  list: OrderList;
  amount: Cents;
}) {
  const { size } = problems;
  if (size === 0) {
    if (!fixed) return null;
    return (
      <Notice
        tone="success"
        className="notice--line list-docket__note"
        action={
          <span className="notice__acts">
            <Button size="sm" key="undo" onClick={() => takeBack(fixed)}>
              Undo all
            </Button>
          </span>
        }
      >
        {manyTools(fixed.length)} changed. Amount to pay {formatCents(amount)}.
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      className="notice--stack list-docket__note"
      action={
        <span className="notice__acts">
          <Button onClick={() => firstProblem()?.focus()}>{size === 1 ? 'Go to it' : 'Go to the first'}</Button>
          {mendable > 0 && <Button onClick={fixAll}>{mendable === 1 ? 'Fix it' : `Fix all ${mendable}`}</Button>}
        </span>
      }
    >
      <span id={PROBLEMS}>
        <b>{size === 1 ? '1 tool needs' : `${size} tools need`} a decision</b> before you can order.
      </span>
    </Notice>
  );
}

/** Undefined until the shop has answered; nothing when it cannot say, or of admins. */
function useOrderDefaults(customer: boolean): OrderDefaults | undefined {
  const [found, setFound] = useState<OrderDefaults>();
  useEffect(() => {
    if (!customer) return;
    const leave = new AbortController();
    const ask = (signal: AbortSignal) => api.call('getOrderDefaults', { signal });
    void whileAwaited(ask, leave.signal).then((answer) => setFound(answer.ok ? answer.value : NO_DEFAULTS));
    return () => leave.abort();
  }, [customer]);
  return found;
}

interface ListTotalsProps {
  totals: Totals;
  /** What would ship when. */
  days: readonly ShipDay[];
  /** 0 without the offer. */
  offerPercent: number;
}

function ListTotals({ totals, days, offerPercent }: ListTotalsProps) {
  const { tools, sold, goods, guard, discount, amount } = totals;
  const ships = shipsRow(days, formatDeliveryDay);
  const priced = sold === tools ? manyTools(tools) : `${formatCount(sold)} of ${manyTools(tools)}`;
  return (
    <>
      <dl className="lines list-totals">
        <Line label={priced} is={formatCents(goods)} />
        {guard > 0 && <Line label="No more than the next step" is={formatDollars(-centsToDollars(guard))} deduction />}
        {offerPercent > 0 && (
          <Line label={`First order, ${offerPercent}% off`} is={formatDollars(-centsToDollars(discount))} deduction />
        )}
        {days.length > 0 && <Line label={ships.label} is={`${ships.is}, if you pay today`} />}
        <Line label="Amount to pay" is={formatCents(amount)} total />
      </dl>
      <Announced text={`Amount to pay ${formatCents(amount)}`} />
    </>
  );
}

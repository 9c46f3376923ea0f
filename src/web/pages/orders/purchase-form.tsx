import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, use, useEffect, useRef, useState } from 'react';
import { useForm, useWatch as useTyped } from 'react-hook-form';
import { href } from 'react-router';
import type { Tool } from '#model/catalogue/tool.ts';
import type { SignedIn } from '#model/identity/person.ts';
import { centsToDollars } from '#model/kernel/money.ts';
import { type Order, PlaceOrder } from '#model/orders/order.ts';
import { limitsOf } from '#model/orders/order-list.ts';
import { Phone } from '#model/people/phone.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { fieldTexts } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { whileAwaited } from '#web/pages/kernel/newest.ts';
import { useOffer } from '#web/pages/pricing/use-offer.ts';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { TextArea, TextField } from '#web/ui/kernel/field.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { ShopContext } from '#web/ui/kernel/page-title.tsx';
import { RequiredNote } from '#web/ui/kernel/required-note.tsx';
import { PurchaseTotal } from '#web/ui/orders/purchase-total.tsx';
import { QuantityField } from '#web/ui/orders/quantity-field.tsx';
import { limitSentence } from '#web/ui/orders/quantity-limits.ts';
import { ShortfallPlan } from '#web/ui/orders/shortfall-plan.tsx';
import { mailToShop, splitButton } from '#web/ui/orders/shortfall-texts.ts';
import { PriceLadder } from '#web/ui/pricing/price-ladder.tsx';
import { lastContact, recallContact, rememberContact } from './contact.ts';
import { useAddToList } from './lists/use-add-to-list.ts';
import { OfferNotice, percentOff } from './offer-notice.tsx';
import { AdminCannotOrder, ConfirmOrder, OrderPlaced } from './purchase-dialogs.tsx';
import { PurchaseFailure, refusalOf } from './purchase-failure.tsx';
import { type Plan, usePlan, type Wanted } from './use-plan.ts';
import { usePurchase } from './use-purchase.ts';
import { useQuantity } from './use-quantity.ts';
import { useWatch } from './use-watch.ts';
import { WatchLine, WatchProblem } from './watch-line.tsx';

interface PurchaseFormProps {
  tool: Tool;
  onFreshTool: (tool: Tool) => void;
  /** Hears how many pieces were chosen. */
  onQuantity: (quantity: number | null) => void;
  user: SignedIn;
  /** Undefined until the server has said so; it decides about the order in any case. */
  admin: boolean | undefined;
}

/** Where to go on after a refusal. */
const TO_MEND = '[data-conflict] input, .purchase__fields [aria-invalid="true"]';

const pageOf = ({ tool, quantity }: Wanted): string =>
  `${href('/purchase/:toolId', { toolId: tool._id })}?quantity=${quantity}`;

/** The order form of the person who is signed in. */
export function PurchaseForm({ tool, onFreshTool, onQuantity, user, admin }: PurchaseFormProps) {
  const purchase = usePurchase(tool, onFreshTool, user, admin);
  const { stage, failure, go } = purchase;
  const limits = limitsOf(tool);
  const [quantity, setQuantity] = useQuantity(tool, onQuantity);
  const plan = usePlan(tool, quantity, !admin);
  const { wanted } = plan;
  const elsewhere = wanted && wanted.tool !== tool ? wanted : undefined;
  const earlier = useEarlierOrders(user, admin === false, purchase.order?._id);
  const offer = useOffer(admin === false, `${purchase.order?._id} ${refusalOf(failure)}`);
  const offerPercent = percentOff(offer);
  const { offerPercent: usualPercent } = use(ShopContext);
  const offerIsComing = offer === 'asking' && !admin;

  const { form, address } = useContactForm(user, earlier, failure);
  const { errors } = form.formState;
  const conflict = failure?.code === 'out_of_stock' && plan.offered && tool.available_quantity > 0;
  const paper = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  function take(pieces: number) {
    setQuantity(pieces);
    // What was pressed goes: whoever pressed it with a key stays at the quantity.
    if (document.activeElement?.matches(':focus-visible')) field.current?.focus();
  }
  const addToList = useAddToList();
  const ask = form.handleSubmit(() => go('asking'));
  const place = form.handleSubmit(async (checked) => {
    if (!wanted || elsewhere) return;
    const { amount } = orderPrice(tool, wanted.quantity, offerPercent);
    const shown = typeof offer === 'object' ? centsToDollars(amount) : undefined;
    await purchase.place(checked, wanted, shown, plan.wantedIn);
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!wanted || elsewhere) return;
    if (admin) go('admin');
    else void ask(event);
  }

  return (
    <form ref={paper} noValidate onSubmit={submit}>
      {admin && (
        <Notice tone="warning" className="purchase__note">
          You are signed in as an admin. Admins look at this page; only customers can order.
        </Notice>
      )}
      <RequiredNote />
      <QuantityField
        ref={field}
        quantity={quantity}
        limits={limits}
        choice={plan.offered}
        marks={tool.steps.map(({ from }) => from)}
        onChange={setQuantity}
        onTake={take}
      />
      <PurchasePlan
        {...{ tool, plan, address, offerPercent, conflict }}
        email={user.email}
        customer={admin === false}
        onHere={() => void purchase.refresh()}
      />
      <PriceLadder tool={tool} quantity={quantity} valid={wanted?.quantity === quantity && !elsewhere} onTake={take} />
      <div className="docket__cut" />
      <div className="row2 stack who2">
        <TextField label="Name" readOnly autoComplete="name" value={user.displayName} />
        <TextField label="Email" readOnly autoComplete="email" value={user.email} />
      </div>
      <div className="purchase__fields">
        <TextField
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          aria-required
          hint="An extension goes behind: ext. 12 or #12."
          error={errors.phone?.message}
          {...form.register('phone')}
        />
        <TextArea
          label="Shipping address"
          autoComplete="street-address"
          aria-required
          error={errors.address?.message}
          {...form.register('address')}
        />
      </div>
      <PurchaseTotal
        tool={wanted?.tool ?? tool}
        quantity={wanted?.quantity ?? quantity}
        wait={wanted?.wait}
        offerPercent={wanted ? (offerIsComing ? usualPercent : offerPercent) : 0}
        offerIsComing={offerIsComing}
        problem={wanted ? undefined : limitSentence(quantity, limits, plan.offered)}
      />
      <OfferNotice offer={offer} email={user.email} />
      {failure && !conflict && <PurchaseFailure failure={failure} tool={tool} onRetry={() => void place()} />}
      <div className="buybtns">
        {elsewhere ? (
          <ButtonLink variant="primary" size="lg" to={pageOf(elsewhere)}>
            Take this tool
          </ButtonLink>
        ) : (
          <Button
            type="submit"
            variant={wanted ? 'primary' : 'outline'}
            size="lg"
            disabled={!wanted}
            loading={stage === 'placing'}
          >
            {wanted
              ? wanted.wait
                ? splitButton(wanted.quantity, wanted.wait)
                : 'Purchase'
              : 'Check Limit of Purchase'}
          </Button>
        )}
        {!admin && (
          <Button
            size="lg"
            icon="cart"
            disabled={!wanted}
            // The second click of a double click adds no more.
            onClick={({ detail }) => detail < 2 && wanted && addToList(wanted.tool, wanted.quantity, wanted.wait)}
          >
            Add to order list
          </Button>
        )}
      </div>
      <ConfirmOrder
        purchase={purchase}
        tool={tool}
        quantity={wanted?.quantity ?? limits.min}
        wait={wanted?.wait}
        address={address}
        offerPercent={offerPercent}
        onConfirm={() => void place()}
        findWrongField={() => paper.current?.querySelector<HTMLElement>(TO_MEND) ?? (wanted ? null : field.current)}
      />
      <OrderPlaced
        open={stage === 'placed'}
        orderId={purchase.placedId}
        order={purchase.order}
        onClose={() => go('editing')}
      />
      <AdminCannotOrder open={stage === 'admin'} onClose={() => go('editing')} />
    </form>
  );
}

interface PurchasePlanProps {
  tool: Tool;
  plan: Plan;
  email: string;
  address: string;
  /** False until it is known. */
  customer: boolean;
  offerPercent: number;
  conflict: boolean;
  /** Pieces came meanwhile. */
  onHere: () => void;
}

/** What can be done about pieces that are missing. Without such, only whether the customer waits to hear of some. */
function PurchasePlan(props: PurchasePlanProps) {
  const { tool, plan, email, address, customer, offerPercent, conflict, onHere } = props;
  const { shortfall, offered } = plan;
  const { contactEmail } = use(ShopContext);
  const watch = useWatch(tool._id, customer, onHere);
  return (
    <>
      {shortfall && offered && (
        <ShortfallPlan
          {...{ tool, shortfall, offerPercent, conflict }}
          others={plan.others}
          choice={plan.choice}
          other={plan.other}
          onChoose={plan.choose}
        />
      )}
      <div className="small shortfall__links">
        {shortfall && (
          <a className="link shortfall__press" href={mailToShop(contactEmail, tool, shortfall.quantity, address)}>
            <Icon name="mail" small />
            <span>Ask by email</span>
          </a>
        )}
        <WatchLine watch={watch} email={email} pieces={shortfall?.quantity} />
      </div>
      <WatchProblem watch={watch} email={email} />
    </>
  );
}

const ContactForm = PlaceOrder.pick({ address: true }).extend({ phone: Phone });

/** Starts with what was typed last, otherwise with the newest order's contact. */
function useContactForm(user: SignedIn, earlier: readonly Order[], failure: ApiFailure | undefined) {
  const form = useForm({
    resolver: zodResolver(ContactForm),
    mode: 'onTouched',
    defaultValues: recallContact(user.uid) ?? { phone: '', address: '' },
  });
  const { phone = '', address = '' } = useTyped({ control: form.control });
  useEffect(() => {
    if (phone || address) rememberContact(user.uid, { phone, address });
  }, [phone, address, user.uid]);
  useEffect(() => {
    const typed = form.getValues();
    const last = lastContact(earlier);
    if (last && !typed.phone && !typed.address) form.reset(last);
  }, [earlier, form]);
  useEffect(() => {
    for (const { field, text } of failure ? fieldTexts(failure) : []) {
      if (field === 'phone' || field === 'address') form.setError(field, { type: 'server', message: text });
    }
  }, [failure, form]);
  return { form, address };
}

/**
 * For the contact of the newest one; admins have none.
 * @param placed id of the order placed meanwhile: loads them again
 */
function useEarlierOrders(user: SignedIn, customer: boolean, placed: string | undefined): readonly Order[] {
  const [found, setFound] = useState<readonly Order[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a placed order changes the answer
  useEffect(() => {
    if (!customer) return;
    const leave = new AbortController();
    const ask = (signal: AbortSignal) => api.call('listMyOrders', { params: { email: user.email }, signal });
    void whileAwaited(ask, leave.signal).then((answer) => setFound(answer.ok ? answer.value : []));
    return () => leave.abort();
  }, [user.email, customer, placed]);
  return customer ? found : [];
}

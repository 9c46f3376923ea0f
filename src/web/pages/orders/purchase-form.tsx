import { type FormEvent, useRef } from 'react';
import { href } from 'react-router';
import type { Tool } from '#model/catalogue/tool.ts';
import type { SignedIn } from '#model/identity/person.ts';
import { useOffer } from '#web/pages/pricing/use-offer.ts';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { TextArea, TextField } from '#web/ui/kernel/field.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { RequiredNote } from '#web/ui/kernel/required-note.tsx';
import { PurchaseTotal } from '#web/ui/orders/purchase-total.tsx';
import { QuantityField } from '#web/ui/orders/quantity-field.tsx';
import { splitButton } from '#web/ui/orders/shortfall-texts.ts';
import { PriceLadder } from '#web/ui/pricing/price-ladder.tsx';
import type { Contact } from './contact.ts';
import { OfferNotice } from './offer-notice.tsx';
import { AdminCannotOrder, ConfirmOrder, OrderPlaced } from './purchase-dialogs.tsx';
import { PurchaseFailure } from './purchase-failure.tsx';
import { PurchasePlan } from './purchase-plan.tsx';
import { useAddToList } from './use-add-to-list.ts';
import { useContactForm } from './use-contact-form.ts';
import { useEarlierOrders } from './use-earlier-orders.ts';
import { usePlan, type Wanted } from './use-plan.ts';
import { usePurchase } from './use-purchase.ts';
import { useQuantity } from './use-quantity.ts';

interface PurchaseFormProps {
  tool: Tool;
  onFreshTool: (tool: Tool) => void;
  /** Hears how many pieces were chosen. */
  onQuantity: (quantity: number | null) => void;
  /** Hears the phone and the address as they are typed. */
  onContact: (contact: Contact) => void;
  user: SignedIn;
  /** Undefined until the server has said so; it decides about the order in any case. */
  admin: boolean | undefined;
}

/** Where to go on after a refusal. */
const TO_MEND = '[data-conflict] input, .purchase__fields [aria-invalid="true"]';

const pageOf = ({ tool, quantity }: Wanted): string =>
  `${href('/purchase/:toolId', { toolId: tool._id })}?quantity=${quantity}`;

/** The order form of the person who is signed in. */
export function PurchaseForm({ tool, onFreshTool, onQuantity, onContact, user, admin }: PurchaseFormProps) {
  const purchase = usePurchase(tool, onFreshTool, user, admin);
  const { stage, failure, go } = purchase;
  const limits = { min: tool.min_quantity, available: tool.available_quantity, pack: tool.pack };
  const [quantity, setQuantity] = useQuantity(tool, onQuantity);
  const plan = usePlan(tool, quantity, !admin);
  const { wanted } = plan;
  const elsewhere = wanted && wanted.tool !== tool ? wanted : undefined;
  const earlier = useEarlierOrders(user, admin === false, purchase.order?._id);
  const offer = useOffer(admin === false, purchase.order?._id);
  const offerPercent = typeof offer === 'object' && offer.state === 'open' ? offer.percent : 0;

  const { form, address } = useContactForm(user, earlier, failure, onContact);
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
    if (wanted && !elsewhere) await purchase.place(checked, wanted);
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
        offerPercent={wanted ? offerPercent : 0}
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
            onClick={() => wanted && addToList(wanted.tool, wanted.quantity, wanted.wait)}
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
        findWrongField={() => paper.current?.querySelector<HTMLElement>(TO_MEND) ?? null}
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

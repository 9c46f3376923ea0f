import { type FormEvent, useRef } from 'react';
import { quantityProblem } from '#model/catalogue/quantity.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { SignedIn } from '#model/identity/person.ts';
import { useOffer } from '#web/pages/pricing/use-offer.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { TextArea, TextField } from '#web/ui/kernel/field.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { RequiredNote } from '#web/ui/kernel/required-note.tsx';
import { PurchaseTotal } from '#web/ui/orders/purchase-total.tsx';
import { QuantityField } from '#web/ui/orders/quantity-field.tsx';
import { PriceLadder } from '#web/ui/pricing/price-ladder.tsx';
import type { Contact } from './contact.ts';
import { OfferNotice } from './offer-notice.tsx';
import { AdminCannotOrder, ConfirmOrder, OrderPlaced } from './purchase-dialogs.tsx';
import { PurchaseFailure } from './purchase-failure.tsx';
import { useAddToList } from './use-add-to-list.ts';
import { useContactForm } from './use-contact-form.ts';
import { useEarlierOrders } from './use-earlier-orders.ts';
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

/** The order form of the person who is signed in. */
export function PurchaseForm({ tool, onFreshTool, onQuantity, onContact, user, admin }: PurchaseFormProps) {
  const purchase = usePurchase(tool, onFreshTool, user, admin);
  const { stage, failure, go } = purchase;
  const limits = { min: tool.min_quantity, available: tool.available_quantity, pack: tool.pack };
  const [quantity, setQuantity] = useQuantity(tool, onQuantity);
  const impossible = quantityProblem(quantity, limits) !== undefined;
  const earlier = useEarlierOrders(user, admin === false, purchase.order?._id);
  const offer = useOffer(admin === false, purchase.order?._id);
  const offerPercent = typeof offer === 'object' && offer.state === 'open' && !impossible ? offer.percent : 0;

  const { form, address } = useContactForm(user, earlier, failure, onContact);
  const { errors } = form.formState;
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
    if (quantity !== null && !impossible) await purchase.place(checked, quantity);
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (impossible) return;
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
        marks={tool.steps.map(({ from }) => from)}
        onChange={setQuantity}
        onTake={take}
      />
      <PriceLadder tool={tool} quantity={quantity} valid={!impossible} onTake={take} />
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
      <PurchaseTotal tool={tool} quantity={quantity} offerPercent={offerPercent} />
      <OfferNotice offer={offer} email={user.email} />
      {failure && <PurchaseFailure failure={failure} tool={tool} onRetry={() => void place()} />}
      <div className="buybtns">
        <Button
          type="submit"
          variant={impossible ? 'outline' : 'primary'}
          size="lg"
          disabled={impossible}
          loading={stage === 'placing'}
        >
          {impossible ? 'Check Limit of Purchase' : 'Purchase'}
        </Button>
        {!admin && (
          <Button size="lg" disabled={impossible} onClick={() => addToList(tool, quantity)}>
            Add to order list
          </Button>
        )}
      </div>
      <ConfirmOrder
        purchase={purchase}
        tool={tool}
        quantity={impossible || quantity === null ? limits.min : quantity}
        address={address}
        offerPercent={offerPercent}
        onConfirm={() => void place()}
        findWrongField={() => paper.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null}
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

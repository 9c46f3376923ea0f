import { useId } from 'react';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { formatDollars } from '#texts/format.ts';

export type PaymentMethod = 'card' | 'paypal';

interface PaymentMethodsProps {
  /** In dollars. */
  amount: number;
  chosen: PaymentMethod;
  locked: boolean;
  onChoose: (method: PaymentMethod) => void;
}

export function PaymentMethods({ amount, chosen, locked, onChoose }: PaymentMethodsProps) {
  const note = useId();
  const name = useId();
  const tooLittle = amount < SHOP_FACTS.payPalMinimum;
  const from = `from ${formatDollars(SHOP_FACTS.payPalMinimum)}`;
  const radio = (method: PaymentMethod) => ({
    ...{ type: 'radio', name, value: method, checked: chosen === method },
    onChange: () => onChoose(method),
  });
  return (
    <fieldset className="paywith" disabled={locked}>
      <legend className="h3">Pay with</legend>
      <div className="methods">
        <label className="check">
          <input {...radio('card')} />
          <span>Card</span>
        </label>
        <label className="check" data-disabled={tooLittle || undefined}>
          <input {...radio('paypal')} disabled={tooLittle} aria-describedby={note} />
          <span>
            PayPal <small id={note}>{tooLittle ? `${from}, this is ${formatDollars(amount)}` : from}</small>
          </span>
        </label>
      </div>
    </fieldset>
  );
}

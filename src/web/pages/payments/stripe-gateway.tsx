import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js';
import type { ConfirmCardPaymentData, PaymentIntentResult, Stripe, StripeElementStyle } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Field, TextField } from '#web/ui/kernel/field.tsx';
import { RequiredNote } from '#web/ui/kernel/required-note.tsx';
import {
  type CardFormProps,
  type Confirm,
  type Confirmation,
  type Gateway,
  type Heard,
  read,
  transactionOf,
} from './gateway.ts';

/** Stripe's own fields, in frames that the shop cannot read. Rejects when its script does not load. */
export async function createStripeGateway(publishableKey: string): Promise<Gateway> {
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('Stripe.js works only in a browser.');
  return {
    CardForm: (props) => (
      <Elements stripe={stripe}>
        <StripeCardForm {...props} />
      </Elements>
    ),
  };
}

type Part = 'number' | 'expiry' | 'code' | 'name';
type Problems = Partial<Record<Part, string>>;
interface PartChange {
  readonly complete: boolean;
  readonly error?: { readonly message: string } | undefined;
}

const MISSING: Record<Part, string> = {
  name: 'Type the name on the card.',
  number: 'Type the card number.',
  expiry: 'Type the expiry date.',
  code: 'Type the security code.',
};

function StripeCardForm({ billing, heading, locked, before, check, onPay, children }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [name, setName] = useState(billing.name);
  const [complete, setComplete] = useState<ReadonlySet<Part>>(new Set());
  const [problems, setProblems] = useState<Problems>({});
  const [style, setStyle] = useState(elementStyle);
  useEffect(() => followTheme(setStyle), []);

  const onChange = (part: Part) => (change: PartChange) => {
    setComplete((parts) => new Set(change.complete ? [...parts, part] : [...parts].filter((other) => other !== part)));
    setProblems((all) => ({ ...all, [part]: change.error?.message }) as Problems);
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    const nameField = event.currentTarget.querySelector<HTMLElement>('[autocomplete=cc-name]');
    const card = elements?.getElement(CardNumberElement);
    if (locked || !stripe || !card) return;
    const missing: Problems = {};
    for (const part of ['number', 'expiry', 'code'] as const) {
      if (!complete.has(part)) missing[part] = problems[part] ?? MISSING[part];
    }
    if (name.trim() === '') missing.name = MISSING.name;
    setProblems(missing);
    if (check && !(await check())) return;
    if (missing.name) nameField?.focus();
    else if (missing.number) card.focus();
    else if (missing.expiry) elements?.getElement(CardExpiryElement)?.focus();
    else if (missing.code) elements?.getElement(CardCvcElement)?.focus();
    if (Object.keys(missing).length > 0) return;
    onPay(confirmCard(stripe, { payment_method: { card, billing_details: { name, email: billing.email } } }));
  }

  const options = { style, disabled: locked };
  return (
    <form className="payform" aria-label="Card" method="post" noValidate onSubmit={(event) => void submit(event)}>
      {heading && <h2 className="h3">Card</h2>}
      <fieldset disabled={locked}>
        <RequiredNote />
        {before}
        <TextField
          label="Name on card"
          autoComplete="cc-name"
          aria-required
          error={problems.name}
          defaultValue={billing.name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblems(({ name: _, ...rest }) => rest);
          }}
        />
        <StripePart label="Card number" problem={problems.number}>
          <CardNumberElement options={{ ...options, showIcon: true }} onChange={onChange('number')} />
        </StripePart>
        <div className="row2">
          <StripePart label="Expiry" problem={problems.expiry}>
            <CardExpiryElement options={options} onChange={onChange('expiry')} />
          </StripePart>
          <StripePart label="Security code" problem={problems.code}>
            <CardCvcElement options={options} onChange={onChange('code')} />
          </StripePart>
        </div>
      </fieldset>
      {children}
    </form>
  );
}

function StripePart({ label, problem, children }: { label: string; problem: string | undefined; children: ReactNode }) {
  return (
    <Field label={label} error={problem} required>
      <div className={problem ? 'in in--frame is-error' : 'in in--frame'}>{children}</div>
    </Field>
  );
}

type Provider = Pick<Stripe, 'confirmCardPayment' | 'retrievePaymentIntent'>;

/**
 * 3-D Secure opens above this page, yet Stripe may refuse a confirm that names no address to come back to.
 * The origin alone: the path may hold the token of a link.
 */
export const confirmCard = (stripe: Provider, data: ConfirmCardPaymentData): Confirm =>
  confirmWith(stripe, (clientSecret) =>
    stripe.confirmCardPayment(clientSecret, { ...data, return_url: window.location.origin }),
  );

export function confirmWith(
  stripe: Pick<Stripe, 'retrievePaymentIntent'>,
  send: (clientSecret: string) => Promise<PaymentIntentResult>,
): Confirm {
  return async (clientSecret) => {
    const processing: Confirmation = { status: 'processing', transactionId: transactionOf(clientSecret) };
    try {
      return (
        read(heard(await send(clientSecret)), clientSecret) ??
        read(heard(await stripe.retrievePaymentIntent(clientSecret)), clientSecret) ??
        processing
      );
    } catch {
      return processing;
    }
  };
}

const heard = ({ paymentIntent, error }: PaymentIntentResult): Heard => ({
  intent: paymentIntent ?? error?.payment_intent,
  error,
});

/** @param show is called with the looks of each theme that is switched to @returns what ends it */
export function followTheme(show: (style: StripeElementStyle) => void): () => void {
  const observer = new MutationObserver(() => show(elementStyle()));
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Stripe's frames cannot use the page's styles, so the current values are passed. */
function elementStyle(): StripeElementStyle {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(name).trim();
  return {
    base: {
      color: token('--ink'),
      fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
      fontSize: '15px',
      lineHeight: '1.4',
      iconColor: token('--ink-3'),
      '::placeholder': { color: token('--ink-3') },
    },
    invalid: { color: token('--danger'), iconColor: token('--danger') },
  };
}

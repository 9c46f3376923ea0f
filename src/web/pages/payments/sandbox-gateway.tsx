import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { TextField } from '#web/ui/kernel/field.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { RequiredNote } from '#web/ui/kernel/required-note.tsx';
import { CardInput } from '#web/ui/payments/card-input.tsx';
import { cardBrand, cardNumberProblem, codeProblem, digitsOf, formatCardNumber } from '#web/ui/payments/card-number.ts';
import { ChallengeDialog } from '#web/ui/payments/challenge-dialog.tsx';
import { expiryProblem, formatExpiry, parseExpiry } from '#web/ui/payments/expiry.ts';
import { TestCardsNotice } from '#web/ui/payments/test-cards-notice.tsx';
import type { CardFormProps, Gateway } from './gateway.ts';
import { sandboxConfirm } from './sandbox-api.ts';

/** For shops in test mode: own card fields, and a stand-in for the provider. */
export function createSandboxGateway(apiBase: string, publishableKey: string): Gateway {
  return {
    CardForm: (props) => <SandboxCardForm {...props} apiBase={apiBase} publishableKey={publishableKey} />,
  };
}

type SandboxProps = CardFormProps & { apiBase: string; publishableKey: string };

function SandboxCardForm({ billing, heading, locked, before, check, onPay, children, ...provider }: SandboxProps) {
  const { apiBase, publishableKey } = provider;
  const [answer, setAnswer] = useState<(outcome: 'pass' | 'fail') => void>();
  const form = useForm({ mode: 'onTouched', defaultValues: { name: billing.name, number: '', expiry: '', code: '' } });
  const { errors } = form.formState;
  const brand = cardBrand(form.watch('number')).name;

  const submit = form.handleSubmit(({ name, number, expiry, code }) => {
    const date = parseExpiry(expiry);
    if (locked || !date) return;
    const card = { number: digitsOf(number), ...date, code, name, email: billing.email };
    const challenge = () =>
      new Promise<'pass' | 'fail'>((resolve) => {
        setAnswer(() => (outcome: 'pass' | 'fail') => {
          setAnswer(undefined);
          resolve(outcome);
        });
      });
    onPay(sandboxConfirm(card, { apiBase, publishableKey, returnUrl: window.location.origin, challenge }));
  });

  async function checkAll(event: FormEvent) {
    event.preventDefault();
    if (!check || (await check())) return submit();
    await form.trigger();
  }

  return (
    <form className="payform" aria-label="Card" method="post" noValidate onSubmit={(event) => void checkAll(event)}>
      {heading && <h2 className="h3">Card</h2>}
      <TestCardsNotice />
      <fieldset disabled={locked}>
        <RequiredNote />
        {before}
        <TextField
          label="Name on card"
          autoComplete="cc-name"
          aria-required
          error={errors.name?.message}
          {...form.register('name', { validate: (text) => text.trim() !== '' || 'Type the name on the card.' })}
        />
        <CardInput
          label="Card number"
          autoComplete="cc-number"
          aria-required
          placeholder="1234 1234 1234 1234"
          format={formatCardNumber}
          mark={brand ? <b>{brand}</b> : <Icon name="card" />}
          error={errors.number?.message}
          {...form.register('number', { validate: (text) => cardNumberProblem(text) ?? true })}
        />
        <div className="row2">
          <CardInput
            label="Expiry"
            autoComplete="cc-exp"
            aria-required
            placeholder="MM / YY"
            format={formatExpiry}
            error={errors.expiry?.message}
            {...form.register('expiry', { validate: (text) => expiryProblem(text, new Date()) ?? true })}
          />
          <CardInput
            label="Security code"
            autoComplete="cc-csc"
            aria-required
            placeholder="CVC"
            maxLength={4}
            error={errors.code?.message}
            {...form.register('code', { validate: (text, { number }) => codeProblem(text, number) ?? true })}
          />
        </div>
      </fieldset>
      {children}
      <ChallengeDialog open={answer !== undefined} onAnswer={(outcome) => answer?.(outcome)} />
    </form>
  );
}

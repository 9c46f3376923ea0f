import { type ReactNode, useState } from 'react';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import type { PaymentConfig } from '#web/api/server-context.ts';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { PayFoot, type PayFootProps } from '#web/ui/payments/pay-foot.tsx';
import { CardSkeleton } from '#web/ui/payments/payment-skeleton.tsx';
import { useAnswer } from '../kernel/use-answer.ts';
import type { CardFormProps, Gateway } from './gateway.ts';

export type CardConfig = PaymentConfig & { readonly testMode: boolean };

interface CardPanelProps extends Omit<PayFootProps, 'note'> {
  billing: CardFormProps['billing'];
  config: CardConfig;
  heading: boolean;
  before?: ReactNode;
  check?: NonNullable<CardFormProps['check']>;
  onPay: CardFormProps['onPay'];
}

export function CardPanel({ config, heading, label, paying, blocked, message, ...form }: CardPanelProps) {
  const [loading, setLoading] = useState(() => loadGateway(config));
  const { answer, waiting } = useAnswer(loading);
  if (!answer) return <CardSkeleton />;
  if (!answer.ok) {
    const retry = () => setLoading(loadGateway(config));
    return <Failure title="The card form did not load" detail={answer.failure} onRetry={retry} retrying={waiting} />;
  }
  const { CardForm } = answer.value;
  return (
    <CardForm {...form} heading={heading} locked={paying}>
      <PayFoot
        {...{ label, paying, blocked, message }}
        note={paying ? 'Paying. Do not close this page.' : noteFor(config)}
      />
    </CardForm>
  );
}

const noteFor = ({ testMode }: { testMode: boolean }): string =>
  testMode
    ? 'Test mode. No real card is charged.'
    : 'Your card goes straight to the payment provider, not to the shop.';

/** The failure is a sentence for the buyer. */
async function loadGateway({ publishableKey, apiBase }: PaymentConfig): Promise<Outcome<Gateway, string>> {
  const loading = apiBase
    ? import('./sandbox-gateway.tsx').then((it) => it.createSandboxGateway(apiBase, publishableKey))
    : import('./stripe-gateway.tsx').then((it) => it.createStripeGateway(publishableKey));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The card form took too long to load.')), SCREEN.loadingSeconds * 1000);
  });
  try {
    return success(await Promise.race([loading, limit]));
  } catch {
    return failure('The card payment provider cannot be reached. Nothing was charged. Check your connection.');
  } finally {
    clearTimeout(timer);
  }
}

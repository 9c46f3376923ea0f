import { type ReactNode, useState } from 'react';
import type { PaymentConfig } from '#web/api/server-context.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { CardSkeleton } from '#web/ui/payments/payment-skeleton.tsx';
import { useAnswer } from '../kernel/use-answer.ts';
import type { CardFormProps } from './gateway.ts';
import { loadGateway } from './load-gateway.ts';

export type CardConfig = PaymentConfig & { readonly testMode: boolean };

interface CardPanelProps {
  billing: CardFormProps['billing'];
  config: CardConfig;
  heading: boolean;
  /** On the button. */
  label: string;
  before?: ReactNode;
  check?: NonNullable<CardFormProps['check']>;
  paying: boolean;
  /** Whether something must be decided before it can be paid. */
  blocked: boolean;
  message: string | undefined;
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
      {message && (
        <p className="err" role="alert">
          <Icon name="warn" />
          {message}
        </p>
      )}
      <Button type="submit" variant="primary" size="lg" block loading={paying} disabled={blocked}>
        {label}
      </Button>
      <p className="small muted payform__note" role="status">
        <Icon name="lock" small />
        {paying ? 'Paying. Do not close this page.' : noteFor(config)}
      </p>
    </CardForm>
  );
}

const noteFor = ({ testMode }: { testMode: boolean }): string =>
  testMode
    ? 'Test mode. No real card is charged.'
    : 'Your card goes straight to the payment provider, not to the shop.';

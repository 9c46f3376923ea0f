import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { Context } from '../kernel/context.ts';
import { type Settlement, settleAbsentPayment, settlePayment } from './settle-payment.ts';

export async function lookUpPayment(
  context: Pick<Context, 'db' | 'clock' | 'payments'>,
  intentId: string,
): Promise<Outcome<Settlement, { code: 'refused' | 'unreachable' }>> {
  const intent = await context.payments.look(intentId);
  if (intent.ok) return success(await settlePayment(context, intent.value));
  const { code } = intent.failure;
  return code === 'not-found' ? success(await settleAbsentPayment(context, intentId)) : failure({ code });
}

import type { ReactNode } from 'react';
import { shortOrderId } from '#model/kernel/ids.ts';
import type { Order } from '#model/orders/order.ts';
import { formatCount } from '#texts/format.ts';
import type { Asked } from '../kernel/dialog-frames.tsx';
import { QuestionDialog } from '../kernel/dialogs.tsx';

export interface RemovalQuestionProps extends Asked {
  order: Order;
}

export function CancelQuestion(props: RemovalQuestionProps) {
  return (
    <Question {...props} title="Cancel this order?" confirmLabel="Cancel order">
      {formatCount(props.order.quantity)} × <bdi>{props.order.tools_name}</bdi> has not been paid.
    </Question>
  );
}

export function DeleteQuestion(props: RemovalQuestionProps) {
  const { order } = props;
  return (
    <Question {...props} title="Delete this order?" confirmLabel="Delete order">
      Order <span className="id id--ink">{shortOrderId(order._id)}</span> {order.number && `of ${order.number} `}by{' '}
      <b>{order.email}</b>: {formatCount(order.quantity)} × <bdi>{order.tools_name}</bdi> has not been paid.
    </Question>
  );
}

interface QuestionProps extends RemovalQuestionProps {
  title: string;
  confirmLabel: string;
  children: ReactNode;
}

function Question({ order: _, children, ...dialog }: QuestionProps) {
  return (
    <QuestionDialog {...dialog} tone="danger" cancelLabel="Keep order" destructive>
      <p>{children} The order is removed and cannot be brought back.</p>
    </QuestionDialog>
  );
}

import { More } from '../kernel/more.tsx';

interface EarlierOrdersProps {
  busy: boolean;
  /** Why the last ones did not come. */
  problem: string | undefined;
  onMore: () => void;
}

/** Says that a list, and a search in it, is of the newest orders only, and leads on. */
export const EarlierOrders = (way: EarlierOrdersProps) => (
  <More {...way} label="Load earlier orders">
    The newest orders are listed and searched. An id and an email are looked for among all orders.
  </More>
);

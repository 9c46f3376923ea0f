import { formatCount, formatTotal } from '#model/kernel/count.ts';
import { More } from '../kernel/more.tsx';

interface MoreToolsProps {
  shown: number;
  total: number;
  busy: boolean;
  /** Why the last page did not come. */
  problem: string | undefined;
  onMore: () => void;
}

/** How far a long list is shown, and the way on. */
export const MoreTools = ({ shown, total, ...way }: MoreToolsProps) => (
  <More {...way}>
    {formatCount(shown)} of {formatTotal(total)} shown
  </More>
);

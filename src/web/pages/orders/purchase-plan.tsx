import { use } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { ShopContext } from '#web/ui/kernel/page-title.tsx';
import { ShortfallPlan } from '#web/ui/orders/shortfall-plan.tsx';
import { mailToShop } from '#web/ui/orders/shortfall-texts.ts';
import type { Plan } from './use-plan.ts';
import { useWatch } from './use-watch.ts';
import { WatchLine, WatchProblem } from './watch-line.tsx';

interface PurchasePlanProps {
  tool: Tool;
  plan: Plan;
  email: string;
  address: string;
  /** False until it is known. */
  customer: boolean;
  offerPercent: number;
  conflict: boolean;
  /** Pieces came meanwhile. */
  onHere: () => void;
}

/** What can be done about pieces that are missing. Without such, only whether the customer waits to hear of some. */
export function PurchasePlan(props: PurchasePlanProps) {
  const { tool, plan, email, address, customer, offerPercent, conflict, onHere } = props;
  const { shortfall, offered } = plan;
  const { contactEmail } = use(ShopContext);
  const watch = useWatch(tool._id, customer, onHere);
  return (
    <>
      {shortfall && offered && (
        <ShortfallPlan
          {...{ tool, shortfall, offerPercent, conflict }}
          others={plan.others}
          choice={plan.choice}
          other={plan.other}
          onChoose={plan.choose}
        />
      )}
      <div className="small shortfall__links">
        {shortfall && (
          <a className="link shortfall__press" href={mailToShop(contactEmail, tool, shortfall.quantity, address)}>
            <Icon name="mail" small />
            <span>Ask by email</span>
          </a>
        )}
        <WatchLine watch={watch} email={email} pieces={shortfall?.quantity} />
      </div>
      <WatchProblem watch={watch} email={email} />
    </>
  );
}

import { type CSSProperties, type ReactNode, useId } from 'react';
import { itemNumber } from '#model/catalogue/item-number.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { Split } from '#model/orders/order-list.ts';
import type { Shortfall } from '#model/orders/shortfall.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { ToolThumb } from '../catalogue/tool-thumb.tsx';
import { keepUnits } from '../kernel/keep-units.ts';
import { Notice } from '../kernel/notice.tsx';
import { splitSentence } from './line-problem-texts.ts';
import { askedFor, eachText, missingQuestion, splitText } from './shortfall-texts.ts';

export type PlanChoice = 'split' | 'less' | 'other';

interface ShortfallPlanProps {
  tool: Tool;
  shortfall: Shortfall;
  /** Tools of the same category that have all. */
  others: readonly Tool[];
  choice: PlanChoice | undefined;
  /** Which of the others is taken. */
  other: Tool | undefined;
  offerPercent: number;
  /** What was ordered has gone meanwhile. */
  conflict: boolean;
  onChoose: (choice: PlanChoice, other?: Tool) => void;
}

/** Ways to have a quantity that is not in stock. */
export function ShortfallPlan(props: ShortfallPlanProps) {
  const { tool, shortfall, others, choice, other, offerPercent, conflict, onChoose } = props;
  const { quantity, missing, split, less } = shortfall;
  const name = useId();
  const radio = (value: PlanChoice) => ({
    ...{ name, value, checked: choice === value, onChange: () => onChoose(value, others[0]) },
  });
  const pieces = formatCount(quantity);
  return (
    <fieldset className="shortfall" data-conflict={conflict || undefined}>
      <legend>{missingQuestion(missing)}</legend>
      {conflict && (
        <Notice tone="danger" role="alert" className="notice--line shortfall__note">
          <b>Only {formatCount(tool.available_quantity)} left now.</b> Nothing was ordered.
        </Notice>
      )}
      <div className="plan">
        {split && (
          <Choice
            {...radio('split')}
            title={splitSentence(split, 'on')}
            price={askedFor(orderPrice(tool, quantity, 0))}
          >
            <SplitBar {...split} />
            <span className="plan__text">{splitText(tool, quantity, split, offerPercent)}</span>
          </Choice>
        )}
        {less !== undefined && (
          <Choice
            {...radio('less')}
            title={`Only the ${formatCount(less)}`}
            price={askedFor(orderPrice(tool, less, 0))}
          >
            <span className="plan__text">{eachText(orderPrice(tool, less, 0))}</span>
          </Choice>
        )}
        {others.length > 0 && (
          <Choice
            {...radio('other')}
            title={`All ${pieces} now, another tool`}
            price={askedFor(orderPrice(other ?? others[0] ?? tool, quantity, 0))}
            below={
              <Others
                {...{ others, quantity }}
                taken={choice === 'other' ? other : undefined}
                onTake={(taken) => onChoose('other', taken)}
              />
            }
          >
            <span className="plan__text">
              In {tool.category}, {pieces} in stock:
            </span>
          </Choice>
        )}
      </div>
    </fieldset>
  );
}

interface ChoiceProps {
  name: string;
  value: PlanChoice;
  checked: boolean;
  onChange: () => void;
  title: string;
  price: string;
  children: ReactNode;
  /** What has controls of its own. */
  below?: ReactNode;
}

function Choice({ title, price, children, below, ...radio }: ChoiceProps) {
  const id = useId();
  return (
    <div className="plan__o">
      <label className="plan__head">
        <input type="radio" {...radio} aria-labelledby={`${id}title ${id}price`} aria-describedby={`${id}text`} />
        <b id={`${id}title`}>{title}</b>
        <span className="money" id={`${id}price`}>
          {price}
        </span>
        <span className="plan__more" id={`${id}text`}>
          {children}
        </span>
      </label>
      {below}
    </div>
  );
}

/** How much of it is here, as the text beside it says. */
function SplitBar({ now, later, date }: Split) {
  const style = { '--a': `${(now / (now + later)) * 100}%` } as CSSProperties;
  return (
    <span className="split2" style={style} aria-hidden="true">
      {now > 0 && <span className="split2__now">{formatCount(now)} now</span>}
      <span className="split2__later">
        {formatCount(later)} on {formatDeliveryDay(date)}
      </span>
    </span>
  );
}

interface OthersProps {
  others: readonly Tool[];
  quantity: number;
  taken: Tool | undefined;
  onTake: (tool: Tool) => void;
}

function Others({ others, quantity, taken, onTake }: OthersProps) {
  const name = useId();
  const row = (tool: Tool) => (
    <>
      <ToolThumb image={tool.image} />
      <span className="equiv__name">
        <b>{keepUnits(tool.name)}</b>
        <span className="id">{itemNumber(tool)}</span>
      </span>
      <span className="small soft nowrap">{formatDollars(orderPrice(tool, quantity, 0).each)} each</span>
    </>
  );
  const [only] = others;
  if (only && others.length === 1) return <div className="equiv">{row(only)}</div>;
  return (
    <div role="radiogroup" aria-label="Which tool">
      {others.map((tool) => (
        <label key={tool._id} className="equiv">
          <input type="radio" name={name} checked={taken?._id === tool._id} onChange={() => onTake(tool)} />
          {row(tool)}
        </label>
      ))}
    </div>
  );
}

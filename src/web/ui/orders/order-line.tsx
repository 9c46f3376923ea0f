import { type ReactNode, useId } from 'react';
import { itemNumber } from '#model/catalogue/item-number.ts';
import { MAX_QUANTITY } from '#model/catalogue/quantity.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { type LineFix, type LineProblem, type ListLine, limitsOf, splitOf, waitOf } from '#model/orders/order-list.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { boxes, formatCents, formatCount, formatDollars, manyPieces } from '#texts/format.ts';
import { ToolThumb } from '../catalogue/tool-thumb.tsx';
import { Button } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';
import { keepUnits } from '../kernel/keep-units.ts';
import { Link } from '../kernel/link.tsx';
import { Notice } from '../kernel/notice.tsx';
import { fixLabel, insteadSentence, kindOf, problemSentence, splitSentence } from './line-problem-texts.ts';
import { LineQuantity } from './line-quantity.tsx';

interface OrderLineProps {
  line: ListLine;
  /** Null of a tool that is no longer sold. */
  tool: Tool | null;
  /** The page of the tool. */
  to: string;
  problem: LineProblem | undefined;
  /** Where the tool has sold out: one that has all the pieces. */
  instead: Tool | undefined;
  /** Why the shop refused the line, where the figures on the screen do not say it. Said of a problem `unpaid`. */
  refusal: string | undefined;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
  onFix: (fix: LineFix) => void;
  onSwap: (instead: Tool) => void;
}

export function OrderLine(props: OrderLineProps) {
  const { line, tool, to, problem, refusal, onQuantity, onRemove } = props;
  const price = tool && orderPrice(tool, line.quantity, 0);
  const name = keepUnits(tool?.name ?? line.name);
  const noticeId = useId();
  const fell = price && price.each < line.seenPrice;
  return (
    <li className="oline" data-tool={line.tool}>
      {tool ? <ToolThumb image={tool.image} /> : <NoPicture />}
      <div className="oline__id">
        {tool ? (
          <Link className="oline__name" to={to}>
            {name}
          </Link>
        ) : (
          <span className="oline__name">{name}</span>
        )}
        <p className="oline__meta">
          {tool && <span className="id">{itemNumber(tool)}</span>}
          <Stock line={line} tool={tool} />
        </p>
      </div>
      {tool && (
        <div className="oline__qty">
          <LineQuantity
            name={name}
            quantity={line.quantity}
            limits={limitsFor(line, tool)}
            describedBy={problem || refusal ? noticeId : undefined}
            onChange={onQuantity}
            onRemove={onRemove}
          />
          {tool.pack > 1 && line.quantity % tool.pack === 0 && (
            <span className="sub">
              {boxes(line.quantity / tool.pack)} of {formatCount(tool.pack)}
            </span>
          )}
        </div>
      )}
      {price && (
        <>
          <p className="oline__each">
            <span className="oline__price">
              {problem?.code === 'price-risen' && <s>{formatDollars(line.seenPrice)}</s>} {formatDollars(price.each)}
            </span>
            {fell && <span className="sub">was {formatDollars(line.seenPrice)}</span>}
          </p>
          <p className="oline__sum">
            {formatCents(price.asked)}
            {price.guardedBy && (
              <span className="sub">
                no more than for{'\u00a0'}
                {formatCount(price.guardedBy.from)}
              </span>
            )}
          </p>
        </>
      )}
      <Button variant="quiet" className="btn--icon oline__x" aria-label={`Remove ${name}`} onClick={onRemove}>
        <Icon name="x" />
      </Button>
      {problem ? (
        <ProblemNotice {...props} id={noticeId} problem={problem} />
      ) : (
        refusal && (
          <LineNotice id={noticeId} tone="danger" text={refusal}>
            <Button size="sm" aria-describedby={noticeId} onClick={onRemove}>
              Remove
            </Button>
          </LineNotice>
        )
      )}
    </li>
  );
}

/** What waits for a delivery may be more than there is. */
function limitsFor(line: ListLine, tool: Tool) {
  const limits = limitsOf(tool);
  const wait = waitOf(line, tool);
  const all = wait && wait.now + (tool.restock?.left ?? 0);
  return all ? { ...limits, available: Math.min(all, MAX_QUANTITY) } : limits;
}

function Stock({ line, tool }: { line: ListLine; tool: Tool | null }) {
  const split = tool && splitOf(line, tool);
  if (split && (split.now > 0 || waitOf(line, tool)))
    return (
      <span className="st" data-mark={split.now > 0 ? 'half' : 'open'}>
        {splitSentence(split, 'from')}
      </span>
    );
  if (!tool || tool.available_quantity < tool.min_quantity) {
    return (
      <span className="st" data-mark="open">
        {tool ? 'Sold out' : 'No longer sold'}
      </span>
    );
  }
  return tool.available_quantity < line.quantity ? (
    <span className="st" data-mark="half">
      {formatCount(tool.available_quantity)} now
    </span>
  ) : (
    <span className="st" data-mark="done">
      In stock
    </span>
  );
}

/** The picture of a tool that is no longer sold is not known. */
const NoPicture = () => (
  <span className="thumb thumb--none">
    <Icon name="box" />
  </span>
);

type ProblemNoticeProps = Pick<OrderLineProps, 'line' | 'tool' | 'instead' | 'refusal' | 'onFix' | 'onSwap'> & {
  id: string;
  problem: LineProblem;
};

function ProblemNotice({ id, line, tool, problem, instead, refusal = '', onFix, onSwap }: ProblemNoticeProps) {
  const { lead, rest } = problemSentence(problem, line, tool);
  const other = problem.code === 'sold-out' ? instead : undefined;
  const tone = problem.code === 'price-risen' ? 'warning' : 'danger';
  const text = problem.code === 'unpaid' ? refusal : rest;
  return (
    <LineNotice
      id={id}
      tone={tone}
      lead={lead}
      text={other ? [text, insteadSentence(other, line.quantity)].join(' ').trim() : text}
    >
      <Fixes fixes={problem.fixes} describedBy={id} onFix={onFix} />
      {other && (
        // It is found later than the problem: what is there already keeps its place.
        <Button size="sm" className="oline__instead" aria-describedby={id} onClick={() => onSwap(other)}>
          Take the {kindOf(other.name)}
        </Button>
      )}
    </LineNotice>
  );
}

type FixesProps = Pick<OrderLineProps, 'onFix'> & { fixes: readonly LineFix[]; describedBy: string };

const Fixes = ({ fixes, describedBy, onFix }: FixesProps) =>
  fixes.map((fix) => (
    <Button key={fixLabel(fix)} size="sm" aria-describedby={describedBy} onClick={() => onFix(fix)}>
      {fixLabel(fix)}
    </Button>
  ));

interface LineNoticeProps {
  /** Of the sentence. */
  id: string;
  tone: 'warning' | 'danger';
  lead?: string;
  text: string;
  /** The buttons that mend it. */
  children: ReactNode;
}

function LineNotice({ id, tone, lead, text, children }: LineNoticeProps) {
  return (
    <Notice
      tone={tone}
      icon={tone === 'warning' ? 'info' : 'warn'}
      className="notice--line"
      action={<span className="notice__acts">{children}</span>}
    >
      <span id={id}>
        {lead && <b>{lead}</b>} {text}
      </span>
    </Notice>
  );
}

/** In the place of a line that was taken out, until the page is left. */
export function RemovedLine({
  line,
  image,
  onUndo,
}: {
  line: ListLine;
  image: string | undefined;
  onUndo: () => void;
}) {
  const name = keepUnits(line.name);
  return (
    <li className="oline oline--gone" data-tool={line.tool}>
      {image ? <ToolThumb image={image} /> : <NoPicture />}
      <span>
        Removed: {name}, {manyPieces(line.quantity)}
      </span>
      <Button size="sm" aria-label={`Undo: ${name}`} onClick={onUndo}>
        <Icon name="undo" small />
        Undo
      </Button>
    </li>
  );
}

/** Above the lines; each of their parts names itself to screen readers. */
export function LinesHead() {
  return (
    <div className="ohead" aria-hidden="true">
      <span />
      <span>Tool</span>
      <span>Quantity</span>
      <span>Each</span>
      <span>Total</span>
      <span />
    </div>
  );
}

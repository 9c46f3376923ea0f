import { type ComponentProps, memo } from 'react';
import type { AtNeed } from '#model/catalogue/need.ts';
import { pictureSrcSet } from '#model/images/picture.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { cardAtNeed, NeedBlock, type Sold } from './at-need.tsx';

export interface ToolCardContent {
  id: string;
  number: string;
  name: string;
  image: string | undefined;
  description: string;
  available: number | undefined;
  minimum: number | undefined;
  /** Whole dollars for one piece. */
  price: number | undefined;
  /** "from $8 at 400"; undefined without steps. */
  lowest: string | undefined;
  /** Absent in a preview. */
  sold?: Sold;
  soldOut: boolean;
  /** Undefined in a preview, which has no link. */
  to: string | undefined;
}

/** For 4, 3 or 2 columns and, on phones, a small square. */
const SIZES = '(width < 35rem) 7.5rem, (width < 51.25rem) 48vw, (width < 68.75rem) 31vw, (width < 90rem) 23.5vw, 21rem';

/** Puts what is needed of a tool, or the least that can be ordered, into the order list; undefined for whoever has none. */
export type OnAdd = ((id: string, need: number | undefined) => void) | undefined;

interface ToolCardProps {
  tool: ToolCardContent;
  /** Pieces that every price is for. */
  need?: number | undefined;
  onAdd?: OnAdd;
}

export const ToolCard = memo(function ToolCard({ tool, need, onAdd }: ToolCardProps) {
  const heading = `tool-${tool.id}`;
  const at = cardAtNeed(tool, need);
  return (
    <article className={at ? 'tool tool--need' : 'tool'} aria-labelledby={heading}>
      <div className="plate">
        {tool.image && (
          <ToolPicture name={tool.name} image={tool.image} sizes={SIZES} loading="lazy" decoding="async" />
        )}
      </div>
      <div className="tool__body">
        <p className="id">{tool.number}</p>
        <h3 className="tool__name" id={heading} tabIndex={-1}>
          {tool.name}
        </h3>
        <p className="tool__desc">{tool.description}</p>
        <dl className="specs">
          <div>
            <dt>Available</dt>
            <dd>{shown(tool.available, formatCount)}</dd>
          </div>
          <div>
            <dt>Minimum order</dt>
            <dd>{shown(tool.minimum, formatCount)}</dd>
          </div>
        </dl>
        {at && <NeedBlock at={at} pack={tool.sold?.pack ?? 1} />}
      </div>
      <div className="tool__foot">
        <p className="price">
          {shown(at?.each ?? tool.price, formatDollars)}
          <small>
            {at ? `each at ${formatCount(at.quantity)}` : `per piece${tool.lowest ? `, ${tool.lowest}` : ''}`}
          </small>
        </p>
        <ToolActs tool={tool} at={at} need={need} heading={heading} onAdd={onAdd} />
      </div>
    </article>
  );
});

interface ToolPictureProps extends Pick<ComponentProps<'img'>, 'sizes' | 'loading' | 'decoding' | 'fetchPriority'> {
  name: string;
  image: string;
}

export function ToolPicture({ name, image, sizes, ...when }: ToolPictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={pictureSrcSet(image, 'avif')} sizes={sizes} />
      <img
        src={image}
        srcSet={pictureSrcSet(image, 'webp')}
        sizes={sizes}
        alt={name}
        width="1200"
        height="1200"
        {...when}
      />
    </picture>
  );
}

interface ToolActsProps extends ToolCardProps {
  at?: AtNeed | undefined;
  heading: string;
  size?: 'sm' | 'md';
}

/** What can be done with a tool on sale. */
export function ToolActs({ tool, at, need, heading, size = 'md', onAdd }: ToolActsProps) {
  const { id, name, minimum, to } = tool;
  const soldOut = tool.soldOut && at?.stock.code !== 'part';
  const order = { size, 'aria-describedby': heading };
  return (
    <span className="tool__acts">
      {onAdd && (
        <Button
          className="btn--icon"
          size={size}
          icon="cart"
          disabled={soldOut}
          aria-label={`Add ${shown(at?.quantity ?? minimum, formatCount)} \u00d7 ${name} to order list`}
          // The second click of a double click adds no more.
          onClick={({ detail }) => detail < 2 && onAdd(id, need)}
        />
      )}
      {soldOut ? (
        <Button {...order} disabled>
          Out of stock
        </Button>
      ) : to ? (
        <ButtonLink {...order} className="btn--order" to={at ? `${to}?quantity=${at.quantity}` : to}>
          Order Now
        </ButtonLink>
      ) : (
        <span className="btn btn--order">Order Now</span>
      )}
    </span>
  );
}

const shown = (number: number | undefined, format: (number: number) => string) =>
  number === undefined ? '–' : format(number);

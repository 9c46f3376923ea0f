import type { ComponentProps } from 'react';
import { pictureSrcSet } from '#model/images/picture.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';

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
  soldOut: boolean;
  /** Undefined in a preview, which has no link. */
  to: string | undefined;
}

/** For 4, 3 or 2 columns and, on phones, a small square. */
const SIZES = '(width < 35rem) 7.5rem, (width < 51.25rem) 48vw, (width < 68.75rem) 31vw, (width < 90rem) 23.5vw, 21rem';

export function ToolCard({ tool }: { tool: ToolCardContent }) {
  const heading = `tool-${tool.id}`;
  return (
    <article className="tool" aria-labelledby={heading}>
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
      </div>
      <div className="tool__foot">
        <p className="price">
          {shown(tool.price, formatDollars)}
          <small>per piece{tool.lowest && `, ${tool.lowest}`}</small>
        </p>
        <Order tool={tool} heading={heading} />
      </div>
    </article>
  );
}

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

function Order({ tool, heading }: { tool: ToolCardContent; heading: string }) {
  if (tool.soldOut) {
    return (
      <Button disabled aria-describedby={heading}>
        Out of stock
      </Button>
    );
  }
  if (!tool.to) return <span className="btn btn--order">Order Now</span>;
  return (
    <ButtonLink className="btn--order" to={tool.to} aria-describedby={heading}>
      Order Now
    </ButtonLink>
  );
}

const shown = (number: number | undefined, format: (number: number) => string) =>
  number === undefined ? '–' : format(number);

const files = import.meta.glob<string>('./hero/*.{avif,webp}', { eager: true, query: '?url', import: 'default' });

const LIGHT = { name: 'light', widths: [800, 1440, 2400], height: 0.5 };
const SLATE = { name: 'slate', widths: [800, 1440, 2000], height: 0.5625 };

/**
 * One picture for each theme. Both are lazy: a browser then fetches only the one that the style sheet shows, whichever
 * theme the visitor has chosen.
 */
export function HeroPicture() {
  return (
    <div className="hero__pic" aria-hidden="true">
      <Picture {...LIGHT} className="hero__light" sizes="(width < 51.25rem) max(100vw, 42rem), max(100vw, 86rem)" />
      <Picture {...SLATE} className="hero__dark" sizes="(width < 51.25rem) 38rem, max(78rem, 78vw)" />
    </div>
  );
}

interface PictureProps {
  name: string;
  widths: readonly number[];
  /** As a share of the width. */
  height: number;
  sizes: string;
  className: string;
}

function Picture({ name, widths, height, sizes, className }: PictureProps) {
  const file = (width: number, format: string) => files[`./hero/${name}-${width}.${format}`];
  const set = (format: string) => widths.map((width) => `${file(width, format)} ${width}w`).join(', ');
  const [, middle = 0] = widths;
  return (
    <picture>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <img
        className={className}
        src={file(middle, 'webp')}
        srcSet={set('webp')}
        sizes={sizes}
        width={middle}
        height={middle * height}
        alt=""
        loading="lazy"
        fetchPriority="high"
        decoding="async"
      />
    </picture>
  );
}

const files = import.meta.glob<string>('./hero/*.{avif,webp}', { eager: true, query: '?url', import: 'default' });

const LIGHT = {
  name: 'light',
  widths: [800, 1440, 2400],
  height: 0.5,
  sizes: '(width < 62.5rem) max(100vw, 42rem), max(100vw, 86rem)',
};
const SLATE = {
  name: 'slate',
  widths: [800, 1440, 2000],
  height: 0.5625,
  sizes: '(width < 62.5rem) 38rem, max(78rem, 78vw)',
};
type Shot = typeof LIGHT;

/** One picture for each theme, both lazy: the browser fetches only the one that CSS shows. */
export function HeroPicture() {
  return (
    <div className="hero__pic" aria-hidden="true">
      <Picture shot={LIGHT} className="hero__light" />
      <Picture shot={SLATE} className="hero__dark" />
    </div>
  );
}

/** Fetches the picture before the style sheet, for the system's theme. */
export const heroPreloads = [preload(LIGHT, 'light'), preload(SLATE, 'dark')];

function Picture({ shot, className }: { shot: Shot; className: string }) {
  const { name, widths, height, sizes } = shot;
  const [, middle = 0] = widths;
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(shot, 'avif')} sizes={sizes} />
      <img
        className={className}
        src={files[`./hero/${name}-${middle}.webp`]}
        srcSet={srcSet(shot, 'webp')}
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

function preload(shot: Shot, theme: 'light' | 'dark') {
  return {
    rel: 'preload' as const,
    as: 'image' as const,
    type: 'image/avif',
    imageSrcSet: srcSet(shot, 'avif'),
    imageSizes: shot.sizes,
    media: `(prefers-color-scheme: ${theme})`,
    fetchPriority: 'high' as const,
  };
}

function srcSet({ name, widths }: Shot, format: 'avif' | 'webp'): string {
  return widths.map((width) => `${files[`./hero/${name}-${width}.${format}`]} ${width}w`).join(', ');
}

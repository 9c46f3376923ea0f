import { pictureSrcSet } from '#model/images/picture.ts';

interface PortraitProps {
  name: string;
  photo: string | null;
  large?: boolean;
}

/** A photo or initials. Decorative: the name is always beside it. */
export function Portrait({ name, photo, large = false }: PortraitProps) {
  return (
    <span className="mono-tile" aria-hidden="true">
      {photo ? (
        <img
          src={photo}
          srcSet={pictureSrcSet(photo, 'webp')}
          sizes={large ? '11rem' : '3rem'}
          alt=""
          width="176"
          height="176"
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}

/** "DO" for "Dana Ortiz": first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

import { pictureSrcSet } from '#model/images/picture.ts';

/** Decorative: the name is beside it. */
export function ToolThumb({ image }: { image: string }) {
  return (
    <span className="thumb">
      <img
        src={image}
        srcSet={pictureSrcSet(image, 'webp')}
        sizes="72px"
        alt=""
        width="1200"
        height="1200"
        loading="lazy"
        decoding="async"
      />
    </span>
  );
}

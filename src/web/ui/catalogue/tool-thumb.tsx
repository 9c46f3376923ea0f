import { pictureSrcSet } from '#model/images/picture.ts';

/** A tool's picture in a line of a table; its name stands beside it. */
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

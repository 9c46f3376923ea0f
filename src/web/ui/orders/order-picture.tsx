import { pictureUrl } from '#model/images/picture.ts';

/** Decorative; an empty plate when it does not load. */
export function OrderPicture({ image, large = false }: { image: string; large?: boolean }) {
  const key = /^\/images\/([0-9a-f]{32})\//.exec(image)?.[1];
  return (
    <span className={large ? 'thumb thumb--lg' : 'thumb'}>
      <img src={key ? pictureUrl(key, 320, 'webp') : image} alt="" width="320" height="320" loading="lazy" />
    </span>
  );
}

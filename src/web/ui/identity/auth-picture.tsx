import { use } from 'react';
import { ShopContext } from '#web/ui/kernel/page-title.tsx';
import malletAvif from './rubber-mallet.avif';
import malletWebp from './rubber-mallet.webp';
import slateAvif from './slate.avif';
import slateWebp from './slate.webp';

export function SlatePicture() {
  return (
    <aside className="auth__pic auth__pic--wide" aria-hidden="true">
      <picture>
        <source type="image/avif" srcSet={slateAvif} />
        <img src={slateWebp} alt="" width="1600" height="900" loading="lazy" />
      </picture>
      <div className="auth__cap">
        <div className="yard yard--up" />
      </div>
    </aside>
  );
}

/** Named where it is on sale: among the sample tools. */
export function MalletPicture() {
  const { samples } = use(ShopContext);
  return (
    <aside className="auth__pic" {...(samples ? { 'aria-label': 'From the catalogue' } : { 'aria-hidden': true })}>
      <picture>
        <source type="image/avif" srcSet={malletAvif} />
        <img src={malletWebp} alt="" width="1120" height="1120" loading="lazy" />
      </picture>
      <div className="auth__cap">
        {samples && (
          <p>
            <span>Rubber Mallet 24 oz, Ash Handle, 335 mm</span>
            <span className="id">HT-MAL-024</span>
          </p>
        )}
        <div className="yard yard--up" aria-hidden="true" />
      </div>
    </aside>
  );
}

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

export function MalletPicture() {
  return (
    <aside className="auth__pic" aria-label="From the catalogue">
      <picture>
        <source type="image/avif" srcSet={malletAvif} />
        <img src={malletWebp} alt="" width="1120" height="1120" loading="lazy" />
      </picture>
      <div className="auth__cap">
        <p>
          <span>Rubber Mallet 24 oz, Ash Handle, 335 mm</span>
          <span className="id">HT-MAL-024</span>
        </p>
        <div className="yard yard--up" aria-hidden="true" />
      </div>
    </aside>
  );
}

import { Brand } from './brand.tsx';
import { Icon, type IconName } from './icon.tsx';

interface Entry {
  label: string;
  to?: string;
}

interface FooterProps {
  shop: string;
  home: string;
  year: number;
  tagline: string;
  note: string;
  columns: readonly { title: string; entries: readonly Entry[] }[];
  social: readonly (Entry & { icon: IconName })[];
}

/** Entries without an address are plain text. */
export function Footer({ shop, home, year, tagline, note, columns, social }: FooterProps) {
  return (
    <footer className="footer">
      <div className="yard" aria-hidden="true" />
      <div className="wrap">
        <div className="footer__grid">
          <div>
            <Brand name={shop} home={home} />
            <p className="soft footer__tagline">{tagline}</p>
            <ul className="social" aria-label="Social networks">
              {social.map((network) => (
                <li key={network.label}>
                  <Network {...network} />
                </li>
              ))}
            </ul>
          </div>
          {columns.map(({ title, entries }) => (
            <div key={title}>
              <h2 className="footer__title">{title}</h2>
              <ul>
                {entries.map((entry) => (
                  <li key={entry.label}>
                    {entry.to ? <a href={entry.to}>{entry.label}</a> : <span>{entry.label}</span>}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <div className="footer__end">
          <span>
            © {year} {shop}
          </span>
          <span>{note}</span>
        </div>
      </div>
    </footer>
  );
}

function Network({ label, to, icon }: Entry & { icon: IconName }) {
  if (to) {
    return (
      <a href={to} aria-label={label}>
        <Icon name={icon} />
      </a>
    );
  }
  return (
    <span role="img" aria-label={label}>
      <Icon name={icon} />
    </span>
  );
}

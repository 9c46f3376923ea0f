import type { CSSProperties } from 'react';
import type { Paper, PaperRow } from '#model/content/paper.ts';
import { nameWidth, PAPER, paperPages } from '#model/content/paper-pages.ts';
import { PageHeading } from '../kernel/page-heading.tsx';

/** A paper as it is printed: always light, a sheet for each page, broken at the same rows as its PDF. */
export function PaperSheets({ paper }: { paper: Paper }) {
  const pages = paperPages(paper);
  const sheets = pages.map((rows, page) => (
    <article
      // biome-ignore lint/suspicious/noArrayIndexKey: pages have nothing else
      key={page}
      className="a4"
      data-theme="light"
      aria-label={`Page ${page + 1} of ${pages.length}`}
    >
      {page === 0 && <Head paper={paper} />}
      {rows.length > 0 && <Rows paper={paper} rows={rows} before={pages.slice(0, page).flat().length} />}
      {page === pages.length - 1 && <End paper={paper} />}
      <p className="a4__foot">
        <span>{paper.foot}</span>
        <span>
          <bdi>{paper.number}</bdi>, page {page + 1} of {pages.length}
        </span>
      </p>
    </article>
  ));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, too
    <section className="sheets__pages" tabIndex={0} aria-label={`${paper.title} ${paper.number}`}>
      {sheets}
    </section>
  );
}

function Head({ paper: { title, number, shop, facts } }: { paper: Paper }) {
  return (
    <>
      <div className="a4__top">
        <div>
          <PageHeading>{title}</PageHeading>
          <p className="id">{number}</p>
        </div>
        <div>
          <span className="brand">
            <svg viewBox="0 0 30 22" fill="currentColor" aria-hidden="true">
              <path d="M0 0h30v5H0zM1 7h2v5H1zM7 7h2v8H7zM21 7h2v8h-2zM27 7h2v5h-2z" />
              <path className="brand__accent" d="M13 7h4v15h-4z" />
            </svg>
            {shop.name}
          </span>
          {shop.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </div>
      <dl className="a4__meta">
        {facts.map(({ label, lines, isId }) => (
          <div key={label}>
            <dt>{label}</dt>
            {lines.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an address may be the same
              <dd key={place} className={isId ? 'id' : undefined}>
                <bdi>{line}</bdi>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </>
  );
}

function Rows({ paper, rows, before }: { paper: Paper; rows: readonly PaperRow[]; before: number }) {
  const width = (millimetres: number): CSSProperties => ({ width: `${millimetres}mm` });
  return (
    <table>
      <thead>
        <tr>
          <th style={width(PAPER.mark)} className={paper.ticked ? undefined : 'a4__no'}>
            {paper.ticked ? <span className="sr">Checked</span> : '#'}
          </th>
          <th style={width(nameWidth(paper))}>Tool</th>
          {paper.heads.map((head) => (
            <th key={head.title} className="r" style={width(head.width)}>
              {head.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, id, figures }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a paper never change
          <tr key={place}>
            <td className={paper.ticked ? undefined : 'a4__no'}>
              {paper.ticked ? <span className="a4__tick" aria-hidden="true" /> : before + place + 1}
            </td>
            <td>
              <b>{name}</b> {id && <span className="id">{id}</span>}
            </td>
            {figures.map((figure, column) => (
              <td key={paper.heads[column]?.title} className="r">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function End({ paper: { sums, closing, signed } }: { paper: Paper }) {
  return (
    <>
      {sums.length > 0 && (
        <dl className="a4__sum">
          {sums.map(({ label, value, is }) => (
            <div key={label} data-is={is}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {closing.map(({ title, text, id }) => (
        <div key={text} className="a4__note">
          {title && <h2>{title}</h2>}
          <p>
            {text} {id && <span className="id">{id}</span>}
          </p>
        </div>
      ))}
      {signed.length > 0 && (
        <div className="a4__signed">
          {signed.map((label) => (
            <p key={label}>{label}</p>
          ))}
        </div>
      )}
    </>
  );
}

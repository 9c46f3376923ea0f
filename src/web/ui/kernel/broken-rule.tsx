import picture from './broken-rule.svg';

export function BrokenRule() {
  return (
    <div className="nf-wrap">
      <svg className="nf" viewBox="0 0 1200 170" role="img" aria-label="A steel rule, broken between 403 and 405">
        <use href={`${picture}#rule`} />
      </svg>
    </div>
  );
}

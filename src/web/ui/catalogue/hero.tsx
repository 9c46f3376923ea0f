import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { March } from '#web/ui/kernel/march.tsx';
import { HeroPicture } from './hero-picture.tsx';

export type HeroAction = Step | 'unknown' | 'failed';

export interface Step {
  readonly label: string;
  readonly to: string;
}

interface HeroProps {
  headline: string;
  tagline: string;
  action: HeroAction;
  /** Replaces the link to all tools. */
  wayBack?: Step | undefined;
  /** Without scripts the action stays unknown. */
  withoutScript: Step;
  onRetry: () => void;
}

export function Hero({ headline, tagline, action, wayBack, withoutScript, onRetry }: HeroProps) {
  return (
    <section className="hero">
      <HeroPicture />
      <div className="wrap">
        <h1 className="display">{headline}</h1>
        <p className="lead">{tagline}</p>
        <div className="hero__cta">
          <Action action={action} withoutScript={withoutScript} onRetry={onRetry} />
          {wayBack ? (
            <Link className="textlink" to={wayBack.to}>
              {wayBack.label}
            </Link>
          ) : (
            <a className="textlink" href="#tools">
              See all tools
            </a>
          )}
        </div>
      </div>
      <div className="hero__yard" aria-hidden="true">
        <div className="hero__nums id">
          {GRADUATIONS.map((number) => (
            <span key={number}>{number || null}</span>
          ))}
        </div>
        <div className="yard yard--up" />
      </div>
    </section>
  );
}

// Enough for a screen 2,560 px wide, a number every 80 px.
const GRADUATIONS = Array.from({ length: 32 }, (_, index) => index * 10);

function Action({ action, withoutScript, onRetry }: Pick<HeroProps, 'action' | 'withoutScript' | 'onRetry'>) {
  if (action === 'unknown') {
    return (
      <>
        <span className="btn btn--lg hero__wait" role="status" aria-label="Loading">
          <March />
        </span>
        {/* Without script the style sheet takes the ticks away. */}
        <noscript>
          <StepLink {...withoutScript} />
        </noscript>
      </>
    );
  }
  if (action === 'failed') {
    return (
      <span className="hero__failed" role="alert">
        <Button size="lg" icon="refresh" onClick={onRetry}>
          Try again
        </Button>
        The shop could not check whether you are signed in.
      </span>
    );
  }
  return <StepLink {...action} />;
}

function StepLink({ label, to }: Step) {
  return (
    <ButtonLink to={to} variant="primary" size="lg">
      {label}
      <Icon name="right" />
    </ButtonLink>
  );
}

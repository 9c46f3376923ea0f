import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

interface FailureProps {
  /** What failed: "Your orders did not load". */
  title: string;
  /** Why, and what to do. */
  detail: string;
  onRetry?: () => void;
  /** True while another try is under way. */
  retrying?: boolean;
  icon?: IconName;
}

/** Something that did not come, with a way to ask for it again. */
export function Failure({ title, detail, onRetry, retrying = false, icon = 'off' }: FailureProps) {
  return (
    <div className="failure" role="alert">
      <Icon name={icon} />
      <div>
        <h2 className="h3">{title}</h2>
        <p className="soft">{detail}</p>
        {onRetry && (
          <Button variant="ink" loading={retrying} onClick={onRetry}>
            <Icon name="refresh" />
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

interface FailureProps {
  /** For example "Your orders did not load". */
  title: string;
  detail: string;
  onRetry?: () => void;
  retrying?: boolean;
  icon?: IconName;
}

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

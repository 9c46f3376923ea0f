import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface FailureProps {
  /** For example "Your orders did not load". */
  title: string;
  detail: string;
  onRetry?: () => void;
  retrying?: boolean;
}

export function Failure({ title, detail, onRetry, retrying = false }: FailureProps) {
  return (
    <div className="failure" role="alert">
      <Icon name="off" />
      <div>
        <h2 className="h3">{title}</h2>
        <p className="soft">{detail}</p>
        {onRetry && (
          <Button variant="ink" icon="refresh" loading={retrying} onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}

import { Icon } from '../kernel/icon.tsx';
import { Moment } from '../kernel/moment.tsx';

export interface ToolEditor {
  readonly name: string;
  readonly since: string;
}

/** "Second Admin is editing this, since 14:10". Rendered when empty too, as a live region. */
export function EditorsLine({ editors: [first, second, ...others] }: { editors: readonly ToolEditor[] }) {
  return (
    <span className="editors" role="status">
      {first && (
        <>
          <Icon name="user" small />
          <span>
            <bdi>{first.name}</bdi>
            {second && <> and {others.length > 0 ? `${others.length + 1} others` : <bdi>{second.name}</bdi>}</>}{' '}
            {second ? 'are' : 'is'} editing this, since <Moment iso={first.since} />
          </span>
        </>
      )}
    </span>
  );
}

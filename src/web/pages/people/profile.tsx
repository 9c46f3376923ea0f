import { useRevalidator } from 'react-router';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Portrait } from '#web/ui/kernel/portrait.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { admitSignedIn } from '../kernel/access.ts';
import type { Route } from './+types/profile.ts';

export const clientLoader = () => admitSignedIn();
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <>
      <PageHead title="My Profile" />
      <div className="prof late" aria-busy="true">
        <div className="prof__pic">
          <span className="mono-tile" />
        </div>
        <dl className="sheet">
          <Line title="Name">
            <Skeleton className="h-6 w-40" />
          </Line>
          <Line title="Email">
            <Skeleton className="h-6 w-56 max-w-full" />
          </Line>
        </dl>
      </div>
    </>
  );
}

export default function Profile({ loaderData }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  if (!loaderData.ok) {
    return (
      <>
        <PageHead title="My Profile" />
        <Failure
          title="Your profile did not load"
          detail={loaderData.failure.detail}
          onRetry={() => void revalidate()}
          retrying={state === 'loading'}
        />
      </>
    );
  }
  const { user } = loaderData.value;
  return (
    <>
      <PageHead title="My Profile" />
      <div className="prof">
        <div className="prof__pic">
          <Portrait name={user.displayName} photo={user.photoURL} />
        </div>
        <dl className="sheet">
          <Line title="Name">{user.displayName}</Line>
          <Line title="Email">{user.email}</Line>
        </dl>
      </div>
    </>
  );
}

function Line({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

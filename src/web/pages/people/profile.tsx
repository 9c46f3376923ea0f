import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { Profile } from '#model/people/profile.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/session.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { ProfileSheet, ProfileSkeleton, type Tellable } from '#web/ui/people/profile-sheet.tsx';
import { ChangePassword } from '../identity/change-password.tsx';
import { admitSignedIn } from '../kernel/access.ts';
import { useKept } from '../kernel/use-kept.ts';
import type { Route } from './+types/profile.ts';
import { UpdateProfile } from './update-profile.tsx';

/** Answers at once; the profile follows, so that the page shows its own skeleton meanwhile. */
export async function clientLoader(): Promise<{ profile: Promise<Outcome<Profile, ApiFailure>> }> {
  const admission = await admitSignedIn();
  if (!admission.ok) return { profile: Promise.resolve(admission) };
  return { profile: api.call('getProfile', { params: { email: admission.value.user.email } }) };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <>
      <Head />
      <ProfileSkeleton />
    </>
  );
}

export default function MyProfile({ loaderData }: Route.ComponentProps) {
  const { value: profile, failure, waiting } = useKept(loaderData.profile);
  const { revalidate } = useRevalidator();
  // The field with which the form begins; undefined while it is closed.
  const [editing, setEditing] = useState<{ first?: Tellable }>();
  const [changing, setChanging] = useState(false);
  if (!profile && !failure) return <HydrateFallback />;
  const close = () => setEditing(undefined);
  return (
    <>
      {profile ? (
        <Head onUpdate={() => setEditing({})} onPassword={() => setChanging(true)} />
      ) : (
        <PageHead title="My Profile" />
      )}
      {failure && (
        <Failure
          title="Your profile did not load"
          detail={failure.detail}
          onRetry={() => void revalidate()}
          retrying={waiting}
        />
      )}
      {profile && <ProfileSheet profile={profile} onPrompt={(first) => setEditing({ first })} />}
      {profile && changing && <ChangePassword email={profile.email} onClose={() => setChanging(false)} />}
      {profile && editing && (
        <UpdateProfile
          profile={profile}
          first={editing.first}
          onClose={close}
          onSaved={() => {
            close();
            void revalidate();
          }}
        />
      )}
    </>
  );
}

function Head({ onUpdate, onPassword }: { onUpdate?: () => void; onPassword?: () => void }) {
  return (
    <PageHead
      title="My Profile"
      action={
        <div className="page-head__deeds">
          <Button variant="ink" waking={!onUpdate} onClick={onUpdate}>
            Update Profile
          </Button>
          <Button waking={!onPassword} onClick={onPassword}>
            Change password
          </Button>
        </div>
      }
    />
  );
}

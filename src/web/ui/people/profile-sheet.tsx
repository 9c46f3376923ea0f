import type { ReactNode } from 'react';
import { shortLinkedIn } from '#model/people/linked-in.ts';
import { readablePhone } from '#model/people/phone.ts';
import type { Profile } from '#model/people/profile.ts';
import { Portrait } from '../images/portrait.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';
import { Status } from '../kernel/status.tsx';

export type Tellable = 'education' | 'location' | 'phone' | 'linkedin';

/** Missing facts are asked for; `onPrompt` says which. */
export function ProfileSheet({
  profile,
  onPrompt,
  confirmEmail,
}: {
  profile: Profile;
  onPrompt: (field: Tellable) => void;
  /** Actions for an unconfirmed email. */
  confirmEmail: ReactNode;
}) {
  const { name, email, emailConfirmed, education, location, phone, photo, linkedin } = profile;
  const prompt = (field: Tellable, what: string) => (
    <button className="prompt" type="button" onClick={() => onPrompt(field)}>
      {`Add your ${what}`}
    </button>
  );
  return (
    <div className="prof">
      <div className="prof__pic">
        <Portrait name={name} photo={photo} large />
      </div>
      <dl className="sheet">
        <Line title="Name">{name}</Line>
        <Line title="Email">
          {email}
          {!emailConfirmed && (
            <span className="prof__unconfirmed">
              <Status mark="half">Email not confirmed</Status>
              {confirmEmail}
            </span>
          )}
        </Line>
        <Line title="Education" prompt={prompt('education', 'education')}>
          {education}
        </Line>
        <Line title="Location" prompt={prompt('location', 'location')}>
          {location}
        </Line>
        <Line title="Phone" prompt={prompt('phone', 'phone number')}>
          {phone && readablePhone(phone)}
        </Line>
        <Line title="LinkedIn" prompt={prompt('linkedin', 'LinkedIn address')}>
          {linkedin && (
            <a className="link" href={linkedin} rel="noreferrer nofollow">
              {shortLinkedIn(linkedin)}
            </a>
          )}
        </Line>
      </dl>
    </div>
  );
}

/** Same layout as the profile, so that nothing moves when it loads. */
export function ProfileSkeleton() {
  return (
    <div className="prof late" aria-busy="true">
      <p className="sr" role="status">
        Loading your profile
      </p>
      <div className="prof__pic">
        <span className="mono-tile" />
      </div>
      <dl className="sheet">
        {['Name', 'Email', 'Education', 'Location', 'Phone', 'LinkedIn'].map((title) => (
          <Line key={title} title={title}>
            <Skeleton className="h-6 w-48 max-w-full" />
          </Line>
        ))}
      </dl>
    </div>
  );
}

function Line({ title, prompt, children }: { title: string; prompt?: ReactNode; children: ReactNode }) {
  const blank = prompt !== undefined && !children;
  return (
    <div>
      <dt>{title}</dt>
      <dd className={blank ? 'is-blank' : undefined}>{blank ? prompt : children}</dd>
    </div>
  );
}

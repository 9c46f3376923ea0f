import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ChangePassword as Passwords } from '#model/identity/reset.ts';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { AdminMail, AdminNews } from '#model/people/admin-mail.ts';
import type { Profile } from '#model/people/profile.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api, enter } from '#web/api/identity/session.ts';
import { useBackToTab } from '#web/api/use-back-to-tab.ts';
import { admitSignedIn } from '#web/pages/identity/access.ts';
import { ConfirmationMail } from '#web/pages/identity/confirmation-mail.tsx';
import { showFailure } from '#web/pages/identity/show-failure.ts';
import { useKept } from '#web/pages/kernel/use-kept.ts';
import { useReload } from '#web/pages/kernel/use-reload.ts';
import { PasswordRule } from '#web/ui/identity/password-rule.tsx';
import { Button } from '#web/ui/kernel/button.tsx';
import { FormDialog } from '#web/ui/kernel/dialogs.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { PasswordField } from '#web/ui/kernel/password-field.tsx';
import { RequiredNote } from '#web/ui/kernel/required-note.tsx';
import { RowProblem } from '#web/ui/kernel/row-problem.tsx';
import { areSingleKeysOn, turnSingleKeys } from '#web/ui/kernel/single-keys.ts';
import { Switch } from '#web/ui/kernel/switch.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { ProfileSheet, ProfileSkeleton, type Tellable } from '#web/ui/people/profile-sheet.tsx';
import type { Route } from './+types/profile.ts';
import { UpdateProfile } from './update-profile.tsx';

/** Returns at once with a promise, so that the page shows its own skeleton. */
export async function clientLoader(): Promise<{ profile: Promise<Outcome<Shown, ApiFailure>> }> {
  const admission = await admitSignedIn();
  if (!admission.ok) return { profile: Promise.resolve(admission) };
  const { user, admin } = admission.value;
  return { profile: load(user.email, admin) };
}

interface Shown {
  readonly profile: Profile;
  readonly mail?: AdminMail;
}

async function load(email: string, admin: boolean): Promise<Outcome<Shown, ApiFailure>> {
  const [profile, mail] = await Promise.all([
    api.call('getProfile', { params: { email } }),
    admin ? api.call('getAdminMail', { params: { email } }) : undefined,
  ]);
  if (!profile.ok) return profile;
  // The profile is shown without it; the role may have changed just now.
  return success({ profile: profile.value, ...(mail?.ok && { mail: mail.value }) });
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

export default function MyProfile({ loaderData, matches: [root] }: Route.ComponentProps) {
  const { value: shown, failure, waiting } = useKept(loaderData.profile);
  const profile = shown?.profile;
  const reload = useReload();
  // The field to focus; undefined while the form is closed.
  const [editing, setEditing] = useState<{ first?: Tellable }>();
  const [changing, setChanging] = useState(false);
  useBackToTab(profile?.emailConfirmed === false, () => void reload());
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
          detail={failureText(failure)}
          onRetry={() => void reload()}
          retrying={waiting}
        />
      )}
      {profile && (
        <ProfileSheet
          profile={profile}
          onPrompt={(first) => setEditing({ first })}
          confirmEmail={<ConfirmationMail email={profile.email} first={root.loaderData.confirmation === 'off'} />}
        />
      )}
      {profile && shown.mail && <AdminMailPanel email={profile.email} chosen={shown.mail} />}
      {profile && <KeysPanel />}
      {profile && changing && <ChangePassword email={profile.email} onClose={() => setChanging(false)} />}
      {profile && editing && (
        <UpdateProfile
          profile={profile}
          first={editing.first}
          onClose={close}
          onSaved={() => {
            close();
            void reload();
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

/** Ends the person's other sessions. */
function ChangePassword({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(Passwords), mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (passwords) => {
    // It answers with a new session; all earlier ones end.
    const changed = await enter(await api.call('changePassword', { body: passwords }));
    if (!changed.ok) return showFailure(form, changed.failure);
    showToast({ tone: 'success', text: 'Your password is changed. Your other sessions have ended.' });
    onClose();
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Change password"
      submitLabel="Change password"
      busyLabel="Changing"
      busy={isSubmitting}
      firstField="current"
      onSubmit={submit}
    >
      <p>It ends your sessions on other devices.</p>
      <RequiredNote />
      {/* For password managers, which want to know whose passwords these are. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        aria-required
        error={errors.current?.message}
        {...form.register('current')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        aria-required
        error={errors.password?.message}
        hint={<PasswordRule password={form.watch('password') ?? ''} />}
        {...form.register('password')}
      />
      <FormProblem className="dialog__problem">{errors.root?.message}</FormProblem>
    </FormDialog>
  );
}

const NEWS_WORDS: Record<AdminNews, { name: string; when: string }> = {
  paidOrder: { name: 'New paid orders', when: 'Each time the payment of an order arrives.' },
  dispute: { name: 'Payments to check', when: 'When a payment is disputed, or something else is wrong with it.' },
  refundRefused: { name: 'Refunds that fail', when: 'When money did not get back to a customer.' },
  lowStock: { name: 'Low stock', when: 'When fewer pieces are left than the minimum order.' },
};

function AdminMailPanel({ email, chosen }: { email: string; chosen: AdminMail }) {
  const { shown, problem, choose } = useAdminMail(email, chosen);
  return (
    <section className="mailme" aria-labelledby="mail-me">
      <div className="mailme__head">
        <h2 className="h3" id="mail-me">
          Mail me about
        </h2>
        <p className="hint">{`Mails go to ${email}. Each switch is saved at once.`}</p>
      </div>
      <ul>
        {(Object.keys(NEWS_WORDS) as AdminNews[]).map((news) => (
          <li key={news}>
            <Switch on={shown[news]} onChange={(on) => choose(news, on)} describedBy={`mail-${news}`}>
              {NEWS_WORDS[news].name}
            </Switch>
            <p className="hint" id={`mail-${news}`}>
              {NEWS_WORDS[news].when}
            </p>
            <RowProblem>{problem?.news === news ? problem.text : undefined}</RowProblem>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each switch is saved when pressed, and reverts when saving fails. */
function useAdminMail(email: string, loaded: AdminMail) {
  const [shown, setShown] = useState(loaded);
  const [problem, setProblem] = useState<{ news: AdminNews; text: string }>();
  const saved = useRef(loaded);
  // In sequence: concurrent saves could leave the older one.
  const last = useRef(Promise.resolve());

  async function save(news: AdminNews, on: boolean): Promise<void> {
    const answer = await api.call('chooseAdminMail', { params: { email }, body: { [news]: on } });
    if (answer.ok) {
      saved.current = { ...saved.current, [news]: on };
      return setProblem((known) => (known?.news === news ? undefined : known));
    }
    // It may have been pressed again meanwhile.
    setShown((now) => (now[news] === on ? { ...now, [news]: saved.current[news] } : now));
    setProblem({ news, text: `This was not saved. ${failureText(answer.failure)}` });
  }

  function choose(news: AdminNews, on: boolean): void {
    setShown((now) => ({ ...now, [news]: on }));
    last.current = last.current.then(() => save(news, on));
  }
  return { shown, problem, choose };
}

function KeysPanel() {
  const [on, setOn] = useState(areSingleKeysOn);
  const turn = (next: boolean) => {
    turnSingleKeys(next);
    setOn(next);
  };
  return (
    <section className="mailme" aria-labelledby="keys">
      <div className="mailme__head">
        <h2 className="h3" id="keys">
          Keys
        </h2>
        <p className="hint">Kept in this browser.</p>
      </div>
      <ul>
        <li>
          <Switch on={on} onChange={turn} describedBy="single-keys">
            Single keys
          </Switch>
          <p className="hint" id="single-keys">
            / goes to the search, and ? lists what other keys do on a page. Turn them off if they get in your way, as
            when you speak to your computer.
          </p>
        </li>
      </ul>
    </section>
  );
}

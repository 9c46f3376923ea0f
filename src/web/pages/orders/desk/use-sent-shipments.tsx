import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { Purchase } from '#model/orders/order.ts';
import { shippingFinalAt } from '#model/orders/order-life.ts';
import type { Shipment } from '#model/purchases/shipment.ts';
import { failureText } from '#texts/failures.ts';
import { manyPieces } from '#texts/format.ts';
import { api } from '#web/api/identity/session.ts';
import { FormDialog, QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { type Carried, CarrierFields } from '#web/ui/orders/carrier-fields.tsx';
import { type Overtaken, ShippedMeanwhile } from '#web/ui/orders/shipped-meanwhile.tsx';
import { useDraft } from '../../identity/use-draft.ts';
import { pageHeading } from '../../kernel/page-heading.ts';
import { useReload } from '../../kernel/use-reload.ts';
import { useShipDraft } from '../use-ship-draft.ts';
import { leaveWhenRefused, takenBackBefore } from './use-shipping.ts';

/**
 * Only what differs is sent: another admin may have corrected the rest meanwhile.
 * @param seen as it was when somebody last said that theirs goes over it
 */
const correct = async (purchase: Purchase, shipment: Shipment, carried: Carried, seen = shipment) => {
  const [carrier, tracking] = [carried.carrier || null, carried.tracking.trim()];
  const other = { carrier: carrier !== shipment.carrier, tracking: tracking !== (shipment.tracking ?? '') };
  return leaveWhenRefused(
    await api.call('correctShipment', {
      params: { id: purchase.id, shipment: shipment.id },
      body: {
        ...(other.carrier && { carrier }),
        ...(other.tracking && { tracking }),
        was: { ...(other.carrier && { carrier: seen.carrier }), ...(other.tracking && { tracking: seen.tracking }) },
      },
    }),
  );
};

/** What is done about shipments that have left: corrected, taken back, or found where somebody else was faster. */
export function useSentShipments(purchase: Purchase, now: number) {
  const reload = useReload();
  const draft = useShipDraft(purchase.id);
  const [asked, setAsked] = useState<{ about: Shipment; is: 'correct' | 'take back'; open: boolean; no: number }>();
  const [overtaken, setOvertaken] = useState<Overtaken>();
  const [busy, setBusy] = useState(false);
  const answered = useRef(false);
  const ask = (is: 'correct' | 'take back') => (about: Shipment) => {
    answered.current = false;
    setAsked({ about, is, open: true, no: (asked?.no ?? 0) + 1 });
  };
  const close = () => {
    setAsked((it) => it && { ...it, open: false });
    void reload();
  };

  async function takeBack(shipment: Shipment) {
    setBusy(true);
    const params = { id: purchase.id, shipment: shipment.id };
    const answer = await leaveWhenRefused(await api.call('takeBackShipment', { params }));
    setBusy(false);
    answered.current = answer.ok || answer.failure.status === 409;
    close();
    const { no } = shipment;
    const mailed = answer.ok && answer.value.told ? 'The buyer is told.' : 'No mail is sent about it.';
    if (!answer.ok) return showToast({ tone: 'danger', text: failureText(answer.failure) });
    const text =
      answer.value.modifiedCount === 0 ? takenBackBefore(answer.value) : `Shipment ${no} is to go again. ${mailed}`;
    showToast({ tone: 'success', text });
  }

  /** What was pressed goes with it. */
  function endConflict() {
    setOvertaken(undefined);
    pageHeading()?.focus();
  }

  async function applyMine({ theirs, mine }: Overtaken) {
    setBusy(true);
    const carrier = mine.carrier || (theirs.carrier ?? '');
    const answer = await correct(purchase, theirs, { ...mine, carrier });
    setBusy(false);
    if (!answer.ok) return showToast({ tone: 'danger', text: failureText(answer.failure) });
    draft.spend();
    endConflict();
    showToast({ tone: 'success', text: `Shipment ${theirs.no} has your tracking number.` });
    await reload();
  }

  const conflict: ReactNode = overtaken && (
    <ShippedMeanwhile
      {...{ overtaken, now, busy }}
      lines={purchase.lines}
      onKeep={endConflict}
      onUseMine={() => void applyMine(overtaken)}
    />
  );
  const about = asked?.about;
  const dialogs: ReactNode = about && (
    <>
      <QuestionDialog
        open={asked.open && asked.is === 'take back'}
        onOpenChange={(open) => !open && close()}
        title="Not shipped after all?"
        confirmLabel="Take it back"
        cancelLabel="Leave it"
        busy={busy}
        // The button that asked goes with the shipment, or because it can no longer be taken back.
        finalFocus={() => (answered.current ? pageHeading() : null)}
        onConfirm={() => void takeBack(about)}
      >
        <p>
          {manyPieces(about.lines.reduce((sum, { pieces }) => sum + pieces, 0))} of shipment {about.no} are to go again.{' '}
          {mailWords(about, now)}
        </p>
      </QuestionDialog>
      <CorrectDialog
        key={asked.no}
        {...{ purchase, about }}
        open={asked.open && asked.is === 'correct'}
        onClose={close}
      />
    </>
  );
  return { conflict, dialogs, onOvertaken: setOvertaken, onCorrect: ask('correct'), onTakeBack: ask('take back') };
}

function mailWords({ told, at }: Shipment, now: number): string {
  if (told === false) return 'The buyer was not told of it, and no mail is sent.';
  return now < shippingFinalAt(new Date(at)).getTime()
    ? 'The mail about it is taken back if it has not left yet.'
    : 'The buyer is told by mail that they have not left after all.';
}

interface CorrectDialogProps {
  purchase: Purchase;
  about: Shipment;
  open: boolean;
  onClose: () => void;
}

function CorrectDialog({ purchase, about, open, onClose }: CorrectDialogProps) {
  const reload = useReload();
  const { typed, type, forget } = useDraft(`correction:${about.id}`, () => ({
    carried: { carrier: about.carrier ?? '', tracking: about.tracking ?? '' } as Carried,
    /** As it was when it was typed. */
    was: { carrier: about.carrier, tracking: about.tracking },
  }));
  const before = { ...about, ...typed.was };
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [overtaken, setOvertaken] = useState<string>();
  const now = purchase.shipments.find(({ id }) => id === about.id) ?? about;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    const answer = await correct(purchase, before, typed.carried, overtaken ? now : before);
    // Corrected or taken back meanwhile: the page shows it.
    if (!answer.ok && [404, 409].includes(answer.failure.status)) await reload();
    setBusy(false);
    if (!answer.ok && answer.failure.code === 'shipment_conflict') return setOvertaken(failureText(answer.failure));
    if (!answer.ok) return setProblem(answer.failure.errors?.[0]?.message ?? failureText(answer.failure));
    close();
    if (answer.value.modifiedCount > 0) showToast({ tone: 'success', text: `Shipment ${about.no} is corrected.` });
  }

  function close() {
    forget();
    onClose();
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      onDismiss={onClose}
      wide
      title={`Correct shipment ${about.no}`}
      submitLabel="Save"
      submitLook="ink"
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      <p>
        {about.told === false
          ? 'The buyer was not told of this shipment, and no mail is sent.'
          : 'A buyer who was mailed another tracking number, or a link to another carrier, gets the new one.'}
      </p>
      {overtaken && (
        <Notice tone="warning" role="alert" className="dialog__notice">
          <b>{overtaken}</b> It is{' '}
          <bdi>{[now.carrier, now.tracking ?? 'without a number'].filter(Boolean).join(' ')}</bdi> now. Close to keep
          theirs, or save yours again.
        </Notice>
      )}
      <CarrierFields carried={typed.carried} act="Save" onChange={(carried) => type({ carried })} />
      <FormProblem className="dialog__problem">{problem}</FormProblem>
    </FormDialog>
  );
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { shortOrderId } from '#model/kernel/ids.ts';
import { asksForPieces, type DecideOrder, NO_REASON, type OrderCase, stateAfter } from '#model/orders/decision.ts';
import { amountToPay, type Decision, type Order } from '#model/orders/order.ts';
import { failureText } from '#texts/failures.ts';
import { formatDollars } from '#texts/format.ts';
import { whyReview } from '#texts/why-review.ts';
import { api } from '#web/api/identity/session.ts';
import { showFailure } from '#web/pages/identity/show-failure.ts';
import { useDraft } from '#web/pages/identity/use-draft.ts';
import { pageHeading } from '#web/pages/kernel/page-heading.ts';
import { RecordDialog } from '#web/ui/kernel/dialog-frames.tsx';
import { QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { TextField } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { RetryNotice } from '#web/ui/kernel/retry-notice.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { CaseFacts, CaseHistory, CaseSkeleton } from '#web/ui/orders/order-case.tsx';
import { leaveWhenRefused } from './use-shipping.ts';

type Typed = Pick<DecideOrder, 'reason'> & { decision: DecideOrder['decision'] | ''; pieces: 'back' | 'gone' | '' };
type Review = NonNullable<OrderCase['review']>;

interface ReviewPanelProps {
  order: Order;
  open: boolean;
  onClose: () => void;
  onChange: () => void;
}

export function ReviewPanel({ order, open, onClose, onChange }: ReviewPanelProps) {
  const { known, problem, busy, reload } = useOrderCase(order._id);
  const draft = useDraft(`decision:${order._id}`, () => ({ reason: '' }));
  const form = useForm<Typed>({ defaultValues: { decision: '', pieces: '', ...draft.typed } });
  const [asked, setAsked] = useState<{ wish: DecideOrder; open: boolean }>();
  const [sending, setSending] = useState(false);
  const decided = useRef(false);
  const review = known?.review ?? undefined;

  const ask = form.handleSubmit(({ decision, pieces, reason }) => {
    if (!review || !decision) return;
    const told = pieces && asksForPieces(decision, review) ? { pieces } : {};
    setAsked({ wish: { review: review.no, decision, reason, ...told }, open: true });
  });

  async function decide(wish: DecideOrder) {
    setSending(true);
    const answer = await leaveWhenRefused(await api.call('decideOrder', { params: { id: order._id }, body: wish }));
    setSending(false);
    setAsked({ wish, open: false });
    if (answer.ok) {
      decided.current = true;
      draft.forget();
      showToast({ tone: 'success', text: 'Decided!' });
      onClose();
      onChange();
      return;
    }
    showFailure(form, answer.failure);
    // Show what changed meanwhile.
    if (answer.failure.status === 409) {
      await reload();
      onChange();
    }
  }

  const left =
    known?.payments.find(({ transactionId }) => transactionId === review?.transactionId)?.left ?? amountToPay(order);
  const final = asked?.wish.decision === 'refund' || asked?.wish.decision === 'close';
  const mayDecide = review && review.decisions.length > 0;
  const words = asked && review && wordsOf(asked.wish.decision, review, left);
  return (
    <RecordDialog
      open={open}
      onClose={onClose}
      title={`Order ${shortOrderId(order._id)}${order.number ? `, ${order.number}` : ''}`}
      busy={sending}
      // The row of a decided order may disappear.
      finalFocus={() => (decided.current ? pageHeading() : null)}
      submitLabel={mayDecide ? 'Decide' : undefined}
      onSubmit={ask}
      historyTitle="What happened"
      history={known ? <CaseHistory history={known.history} /> : !problem && <CaseSkeleton />}
      nested={
        words && (
          <QuestionDialog
            open={asked.open}
            onOpenChange={(next) => setAsked({ ...asked, open: next })}
            title={words.question}
            tone={final ? 'danger' : 'ink'}
            destructive={final}
            confirmLabel={words.confirm}
            cancelLabel="Not yet"
            busy={sending}
            onConfirm={() => void decide(asked.wish)}
          >
            <p>
              Order <span className="id id--ink">{shortOrderId(order._id)}</span>{' '}
              {order.number && `of ${order.number} `}by <b>{order.email}</b>: {words.consequence}
            </p>
          </QuestionDialog>
        )
      }
    >
      {problem && <RetryNotice problem={problem} busy={busy} onRetry={() => void reload()} />}
      {!known && !problem && <CaseSkeleton />}
      {known && (
        <>
          {review && <Notice tone="warning">{whyOf(known, review)}</Notice>}
          {!review && <Notice>Nothing is to be decided about this order now.</Notice>}
          <CaseFacts known={known} />
          {mayDecide && <Choices {...{ form, review }} amount={left} onReason={(reason) => draft.type({ reason })} />}
          <FormProblem className="dialog__problem">{form.formState.errors.root?.message}</FormProblem>
        </>
      )}
    </RecordDialog>
  );
}

function whyOf({ order, history }: OrderCase, { reason, failed }: Review): string {
  if (failed)
    return `${formatDollars(failed)} of the payment did not get back to the customer. Send it again, or give it back in another way first.`;
  const { received, lost } = history.find(({ details }) => details.why === reason)?.details ?? {};
  const paid =
    typeof received === 'number' ? ` ${formatDollars(received)} of ${formatDollars(amountToPay(order))} arrived.` : '';
  const gone = typeof lost === 'number' ? ` ${formatDollars(lost)} of it was lost.` : '';
  return `${whyReview(reason, order.transactionId)}${paid}${gone}`;
}

interface ChoicesProps {
  form: ReturnType<typeof useForm<Typed>>;
  review: Review;
  amount: number;
  onReason: (typed: string) => void;
}

function Choices({ form, review, amount, onReason }: ChoicesProps) {
  const { errors } = form.formState;
  const decision = form.watch('decision');
  const chosen = decision !== '' && review.decisions.includes(decision) ? decision : undefined;
  return (
    <>
      <fieldset className="opts case__choices">
        <legend className="label">What becomes of it</legend>
        {review.decisions.map((name) => {
          const { title, hint } = wordsOf(name, review, amount);
          return (
            <label className="check" key={name}>
              <input
                type="radio"
                value={name}
                aria-describedby={errors.decision ? 'decision-error' : undefined}
                required
                {...form.register('decision', { required: 'Choose what becomes of the order.' })}
              />
              <span>
                {title}
                <span className="sub">{hint}</span>
              </span>
            </label>
          );
        })}
        {errors.decision && (
          <p className="err" id="decision-error">
            {errors.decision.message}
          </p>
        )}
      </fieldset>
      {chosen && asksForPieces(chosen, review) && (
        <fieldset className="opts case__choices">
          <legend className="label">The pieces that were sent</legend>
          <label className="check">
            <input
              type="radio"
              value="back"
              required
              {...form.register('pieces', { required: 'Say whether the pieces came back.' })}
            />
            <span>
              Came back<span className="sub">They are for sale again.</span>
            </span>
          </label>
          <label className="check">
            <input type="radio" value="gone" {...form.register('pieces')} />
            <span>
              Are gone<span className="sub">The stock is corrected by them.</span>
            </span>
          </label>
          {errors.pieces && <p className="err">{errors.pieces.message}</p>}
        </fieldset>
      )}
      <TextField
        label="Reason"
        autoComplete="off"
        aria-required
        error={errors.reason?.message}
        hint="It stays in the audit. Leave out names and addresses."
        {...form.register('reason', {
          validate: (typed) => typed.trim() !== '' || NO_REASON,
          onChange: ({ target }) => onReason(target.value),
        })}
      />
    </>
  );
}

function useOrderCase(id: Order['_id']) {
  const [known, setKnown] = useState<OrderCase>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(true);

  const reload = useCallback(async () => {
    setBusy(true);
    const answer = await leaveWhenRefused(await api.call('getOrderCase', { params: { id } }));
    setBusy(false);
    setProblem(answer.ok ? undefined : failureText(answer.failure));
    if (answer.ok) setKnown(answer.value);
  }, [id]);
  useEffect(() => void reload(), [reload]);

  return { known, problem, busy, reload };
}

type Reviewed = NonNullable<OrderCase['review']>;

interface Words {
  readonly title: string;
  readonly hint: string;
  readonly question: string;
  readonly consequence: string;
  readonly confirm: string;
}

const MAIL = 'The customer gets a mail.';

function wordsOf(decision: Decision, review: Reviewed, amount: number): Words {
  const goesOn = review.shipped ? 'What has left stays shipped.' : 'The order is paid and can be shipped.';
  const part = review.failed && wordsOfPart(decision, formatDollars(review.failed), formatDollars(amount));
  if (part) return part;
  if (decision === 'keep')
    return {
      title: review.extra ? 'The order goes on' : 'The payment stands',
      hint: review.extra ? 'The second payment is settled in another way.' : goesOn,
      question: 'Let this order go on?',
      consequence: `${goesOn} ${MAIL}`,
      confirm: 'Let it go on',
    };
  if (decision === 'close' && review.reason === 'pending' && !review.settled)
    return {
      title: 'Close the order',
      hint: 'Its payment failed: no money has come.',
      question: 'Close this order?',
      consequence: `Its pieces are for sale again. ${MAIL} This cannot be undone.`,
      confirm: 'Close order',
    };
  if (decision === 'close')
    return {
      title: 'The money went back in another way',
      hint: 'The bank took it back, or you sent it. The shop sends none.',
      question: 'Close this order?',
      consequence: `It counts as refunded, and the shop sends no money. ${MAIL} This cannot be undone.`,
      confirm: 'Close order',
    };
  const ends = stateAfter(decision, review) === 'refund_due';
  return {
    title: ends ? 'Give the money back' : 'Give the second payment back',
    hint: review.reason === 'dispute' ? 'Refused by the provider while the dispute is open.' : 'To where it came from.',
    question: ends ? `Give ${formatDollars(amount)} back?` : 'Give the second payment back?',
    consequence: ends ? endingBy(review) : `It goes back to where it came from. ${goesOn}`,
    confirm: 'Give it back',
  };
}

/** A part did not get back: the rest of the order goes on, unless all of its money goes back. */
function wordsOfPart(decision: Decision, part: string, all: string): Words | undefined {
  switch (decision) {
    case 'again':
      return {
        title: `Send the ${part} again`,
        hint: 'To where it came from. The rest of the order goes on.',
        question: `Send the ${part} again?`,
        consequence: `The ${part} goes back to where it came from, and the rest of the order goes on.`,
        confirm: 'Send it again',
      };
    case 'keep':
      return {
        title: `The ${part} went back in another way`,
        hint: 'You have sent it. The rest of the order goes on.',
        question: `Has the ${part} gone back?`,
        consequence: `The shop counts the ${part} as given back and sends nothing. The rest of the order goes on. ${MAIL}`,
        confirm: 'It went back',
      };
    case 'close':
      return {
        title: `All of the ${all} went back in another way`,
        hint: 'The bank took it back, or you sent it. The shop sends none, and the whole order ends.',
        question: 'Close this order?',
        consequence: `All of the ${all} counts as given back, the shop sends no money, and the whole order ends. ${MAIL} This cannot be undone.`,
        confirm: 'Close order',
      };
    case 'refund':
      return {
        title: `Give all of the ${all} back`,
        hint: 'To where it came from. The whole order ends.',
        question: `Give ${all} back?`,
        consequence: `All of the ${all} goes back to where it came from, and the whole order ends. This cannot be undone.`,
        confirm: 'Give it back',
      };
  }
}

const endingBy = ({ reason }: Reviewed): string =>
  reason === 'dispute'
    ? 'The order ends and its pieces are free, and the provider gives nothing back before the dispute is over. This cannot be undone.'
    : 'It goes back to where it came from, and the order ends. This cannot be undone.';

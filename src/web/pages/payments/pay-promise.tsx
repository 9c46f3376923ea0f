import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type LinkedPromise, PayByLink, type PromiseWay, type WayToPay } from '#model/orders/promise.ts';
import { formatDollars } from '#texts/format.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { MessageDialog } from '#web/ui/kernel/dialogs.tsx';
import { TextField } from '#web/ui/kernel/field.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { AskFor, Docket } from '#web/ui/orders/docket.tsx';
import { PromiseWays } from '#web/ui/orders/promise-ways.tsx';
import { isRefunded, noneHere, runShort, wantedLines } from '#web/ui/orders/promise-words.ts';
import { Checking } from '#web/ui/payments/checking.tsx';
import { useInView } from '../orders/lists/use-in-view.ts';
import { type CardConfig, CardPanel } from './card-panel.tsx';
import { payerHere, rememberPayer } from './payer.ts';
import { ToPay } from './promise-sums.tsx';
import { useFocusOnChange } from './use-focus-on-change.ts';
import { usePromisePayment } from './use-promise-payment.ts';

interface PayPromiseProps {
  promise: LinkedPromise;
  token: string;
  config: CardConfig;
  reload: () => Promise<LinkedPromise | undefined>;
  /** Pay is pressed. */
  onTry: () => void;
  /** Shown once it is paid: `mine` on this page. */
  receipt: (mine: boolean) => ReactNode;
}

const PayerForm = PayByLink.pick({ name: true, email: true });

/** Approving is paying: who it is, and a card. */
export function PayPromise({ promise, token, config, reload, onTry, receipt }: PayPromiseProps) {
  const { number, ways, paid } = promise;
  const payment = usePromisePayment({ promise, token, reload });
  const { phase, elsewhere } = payment;
  const [great, setGreat] = useState(true);
  const [chosen, choose] = useState<PromiseWay>();
  const [decided, decide] = useState<WayToPay>();
  const whole = ways.find(({ way }) => way === 'all');
  const way = whole ?? ways.find((it) => it.way === chosen);
  const message = phase.name === 'ready' ? phase.message : undefined;
  const asks = way && (whole || isSame(way, decided)) ? 'approve' : 'choose';
  const asking = phase.name === 'ready' || phase.name === 'paying';
  const place = useFocusOnChange(asking ? (paid ? 'settled' : asks) : phase.name);

  if (paid && (asking || phase.name === 'settled')) {
    const mine = phase.name === 'settled' && phase.mine;
    return (
      <>
        <Docket ref={place} title={isRefunded(promise) ? 'Refunded' : 'Paid'} beside={paid.number}>
          {receipt(mine)}
        </Docket>
        <MessageDialog open={great && mine} onOpenChange={setGreat} title="Great" tone="success">
          <p>Congrats! Your payment {formatDollars(paid.amount)} is paid.</p>
        </MessageDialog>
      </>
    );
  }
  if (phase.name === 'checking' || phase.name === 'unresolved' || phase.name === 'settled')
    return (
      <Docket ref={place} title="Approve and pay" beside={number}>
        <Checking
          asking={phase.name !== 'unresolved'}
          unreachable={payment.unreachable}
          later="Press Check again, or open the link later. Once the payment is there it says Paid, and a receipt comes by mail."
          actions={<Button onClick={payment.checkAgain}>Check again</Button>}
        />
      </Docket>
    );
  if (way && asks === 'approve')
    return (
      <Approve
        {...{ promise, config, way, elsewhere, message, place }}
        paying={phase.name === 'paying'}
        onPay={(confirm, payer) => {
          onTry();
          void payment.start(confirm, way, payer);
        }}
        onChooseAgain={whole ? undefined : () => decide(undefined)}
      />
    );
  return (
    <Choose {...{ promise, elsewhere, message, place }} chosen={way} onChoose={choose} onDecide={() => decide(way)} />
  );
}

/** What was decided holds until it costs another amount or comes on another day. */
const isSame = (way: WayToPay, decided: WayToPay | undefined): boolean =>
  decided?.way === way.way && decided.amount === way.amount && decided.waitUntil === way.waitUntil;

interface ChooseProps {
  promise: LinkedPromise;
  chosen: WayToPay | undefined;
  elsewhere: boolean;
  message: string | undefined;
  /** Takes the focus when it comes in the place of another. */
  place: RefObject<HTMLDivElement | null>;
  onChoose: (way: PromiseWay) => void;
  onDecide: () => void;
}

/** What is short is decided before anything is paid. */
function Choose({ promise, chosen, elsewhere, message, place, onChoose, onDecide }: ChooseProps) {
  const { number, name, ways } = promise;
  const lines = wantedLines(promise);
  if (ways.length === 0)
    return (
      <Docket ref={place} title={elsewhere ? 'Approve and pay' : 'It cannot be paid now'} beside={number}>
        {message && <Problem text={message} />}
        {elsewhere ? (
          <div role="status">
            <Elsewhere />
          </div>
        ) : (
          <>
            <p>{noneHere(lines, 'Until its last day the prices still hold.')}</p>
            <AskFor name={name} subject={`Price promise ${number}`}>
              what to do
            </AskFor>
          </>
        )}
      </Docket>
    );
  return (
    <Docket ref={place} title={runShort(lines)}>
      <p className="soft">The prices still hold. Choose what to do, then pay.</p>
      {message && <Problem text={message} />}
      <PromiseWays promise={promise} chosen={chosen?.way} onChoose={onChoose} />
      <div role="status">{elsewhere && <Elsewhere />}</div>
      <Button variant="primary" size="lg" block disabled={!chosen || elsewhere} onClick={onDecide}>
        Go on to pay {chosen && formatDollars(chosen.amount)}
      </Button>
    </Docket>
  );
}

const Problem = ({ text }: { text: string }) => (
  <Notice tone="warning" role="alert">
    {text}
  </Notice>
);

const Elsewhere = () => <Notice icon="clock">Somebody is paying this right now.</Notice>;

interface ApproveProps extends Pick<ChooseProps, 'promise' | 'elsewhere' | 'message' | 'place'> {
  config: CardConfig;
  way: WayToPay;
  paying: boolean;
  onPay: (confirm: Parameters<ReturnType<typeof usePromisePayment>['start']>[0], payer: Payer) => void;
  /** Absent where nothing was to be chosen. */
  onChooseAgain: (() => void) | undefined;
}

interface Payer {
  name: string;
  email: string;
}

function Approve({ promise, config, way, elsewhere, paying, message, place, onPay, onChooseAgain }: ApproveProps) {
  const { number, name: asker } = promise;
  const form = useForm({
    resolver: zodResolver(PayerForm),
    mode: 'onTouched',
    defaultValues: payerFields(),
  });
  const { errors } = form.formState;
  const { name = '', email = '' } = useWatch({ control: form.control });
  useEffect(() => rememberPayer({ name, email }), [name, email]);
  const inView = useInView(place);
  const label = `Approve and pay ${formatDollars(way.amount)}`;
  return (
    <>
      <div ref={place} tabIndex={-1} className="docket">
        <div className="docket__head">
          <h2 className="h3">Approve and pay</h2>
          <span className="id">{number}</span>
        </div>
        <div className="docket__body">
          <p className="soft">
            No account needed. <bdi>{asker}</bdi> gets the order, and you get the receipt.
          </p>
          <ToPay promise={promise} way={way} onChooseAgain={paying ? undefined : onChooseAgain} />
          <div role="status">{elsewhere && <Elsewhere />}</div>
          <CardPanel
            billing={{ name: '', email: email.trim() }}
            config={config}
            heading={false}
            label={label}
            paying={paying}
            blocked={elsewhere}
            message={message}
            before={
              <>
                <TextField
                  label="Your name"
                  id="payer-name"
                  autoComplete="name"
                  aria-required
                  error={errors.name?.message}
                  {...form.register('name')}
                />
                <TextField
                  label="Your email, for the receipt"
                  type="email"
                  inputMode="email"
                  autoComplete="email"
                  aria-required
                  error={errors.email?.message}
                  {...form.register('email')}
                />
                <div className="docket__cut" />
              </>
            }
            check={() => form.trigger(undefined, { shouldFocus: true })}
            onPay={(confirm) => onPay(confirm, PayerForm.parse(form.getValues()))}
          />
        </div>
      </div>
      {!inView && !paying && (
        <div className="paybar">
          <p>
            <span>Amount to pay</span>
            <b>{formatDollars(way.amount)}</b>
          </p>
          <Button
            variant="primary"
            size="lg"
            disabled={elsewhere}
            onClick={() => {
              place.current?.scrollIntoView();
              document.getElementById('payer-name')?.focus({ preventScroll: true });
            }}
          >
            Approve and pay
          </Button>
        </div>
      )}
    </>
  );
}

function payerFields(): Payer {
  const { name, email } = payerHere();
  return { name, email };
}

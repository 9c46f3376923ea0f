import { type ChangeEvent, useId, useRef, useState } from 'react';
import { addressInLines, addressInOneLine } from '#texts/typed.ts';
import { TextArea, type TextAreaProps } from '../kernel/field.tsx';
import { Icon } from '../kernel/icon.tsx';

interface ShipToProps {
  /** Where orders went before. */
  addresses: readonly string[];
  address: string;
  onChoose: (address: string) => void;
  error: string | undefined;
  /** Of the box for an address that is typed. */
  box: Omit<TextAreaProps, 'label' | 'error'>;
}

const ANOTHER = 'another';

/** One of the addresses that are known, or another one. */
export function ShipTo({ addresses, address, onChoose, error, box }: ShipToProps) {
  const [typing, setTyping] = useState(false);
  const lastTyped = useRef('');
  const id = useId();
  const typed = typing || (address !== '' && !addresses.includes(address));
  const area = (label: string) => (
    <TextArea
      label={label}
      autoComplete="street-address"
      aria-required
      error={error}
      {...box}
      // The known addresses may arrive while one is being typed.
      onFocus={() => setTyping(true)}
    />
  );

  function choose({ target }: ChangeEvent<HTMLSelectElement>) {
    if (typed) lastTyped.current = address;
    setTyping(target.value === ANOTHER);
    onChoose(target.value === ANOTHER ? lastTyped.current : (addresses[Number(target.value)] ?? ''));
  }
  const chosen = addresses.indexOf(address);
  return (
    <>
      {addresses.length > 0 && (
        <div className="field ship-to">
          <label htmlFor={id}>Ship to</label>
          <select
            id={id}
            className="in"
            aria-required
            aria-invalid={!typed && error !== undefined}
            aria-describedby={`${id}-note`}
            value={typed ? ANOTHER : chosen < 0 ? '' : chosen}
            onChange={choose}
          >
            {chosen < 0 && !typed && (
              <option value="" disabled>
                Choose an address
              </option>
            )}
            {addresses.map((known, place) => (
              <option key={known} value={place}>
                {addressInOneLine(known)}
              </option>
            ))}
            <option value={ANOTHER}>Another address…</option>
          </select>
          <div id={`${id}-note`}>
            {!typed && error !== undefined && (
              <p className="err">
                <Icon name="warn" />
                {error}
              </p>
            )}
            {!typed && chosen >= 0 && <bdi className="hint">{addressInLines(address)}</bdi>}
          </div>
        </div>
      )}
      {addresses.length === 0 ? area('Ship to') : typed && area('Address')}
    </>
  );
}

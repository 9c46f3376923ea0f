import { CARRIER_NAMES, type Carrier, looksLike } from '#model/purchases/shipment.ts';
import { Field, TextField } from '../kernel/field.tsx';

export interface Carried {
  readonly carrier: Carrier | '';
  readonly tracking: string;
}

interface CarrierFieldsProps {
  carried: Carried;
  /** "Ship" or "Save": what is done all the same with a number that looks wrong. */
  act: string;
  onChange: (carried: Carried) => void;
}

/** A number that can only be of UPS chooses it, where nothing was chosen. */
export function CarrierFields({ carried, act, onChange }: CarrierFieldsProps) {
  const { carrier, tracking } = carried;
  return (
    <div className="row2 stack">
      <Field label="Carrier">
        <select
          className="in"
          aria-label="Carrier"
          value={carrier}
          onChange={({ target }) => onChange({ carrier: target.value as Carrier | '', tracking })}
        >
          <option value="">None</option>
          {CARRIER_NAMES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </Field>
      <TextField
        label="Tracking number"
        hint={hintOf(carried, act)}
        value={tracking}
        onChange={({ target: { value } }) =>
          onChange({ carrier: carrier || (looksLike('UPS', value) ? 'UPS' : ''), tracking: value })
        }
      />
    </div>
  );
}

function hintOf({ carrier, tracking }: Carried, act: string): string {
  const looks = carrier && tracking.trim() ? looksLike(carrier, tracking) : undefined;
  if (looks === undefined) return 'Optional.';
  return looks
    ? `Optional. Looks like a ${carrier} number.`
    : `This does not look like a number of this carrier. ${act} anyway?`;
}

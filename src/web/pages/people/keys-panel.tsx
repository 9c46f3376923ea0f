import { useState } from 'react';
import { areSingleKeysOn, turnSingleKeys } from '#web/ui/kernel/single-keys.ts';
import { Switch } from '#web/ui/kernel/switch.tsx';

export function KeysPanel() {
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

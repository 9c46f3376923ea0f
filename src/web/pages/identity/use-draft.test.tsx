import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { tabStorage } from '../../../../tests/harness/tab-storage.ts';
import { useDraft } from './use-draft.ts';

const kept = tabStorage();

const NOTHING = { whole: false, pieces: {} as Record<string, string>, reason: 'Damaged' };

/** The form as it is opened: what it shows, and what its fields do. */
function opened(about: string, begin = NOTHING) {
  const drafts: ReturnType<typeof useDraft<typeof NOTHING>>[] = [];
  function Form() {
    drafts.push(useDraft(about, () => begin));
    return null;
  }
  renderToStaticMarkup(<Form />);
  const [draft] = drafts;
  if (!draft) throw new Error('The form was not rendered.');
  return draft;
}

test('the form opened again for the same thing begins with all that was typed, until that is forgotten', () => {
  const form = opened('refund:one');
  form.type({ pieces: { hammer: '4' } });
  form.type({ reason: 'Late' });
  const typed = { whole: false, pieces: { hammer: '4' }, reason: 'Late' };
  expect(opened('refund:one').typed).toEqual(typed);
  expect(opened('refund:other').typed).toEqual(NOTHING);
  opened('refund:one').forget();
  expect(opened('refund:one').typed).toEqual(NOTHING);
});

test('nothing is kept once nothing differs from how the form begins', () => {
  const form = opened('refund:one');
  form.type({ reason: 'Late' });
  form.type({ reason: 'Damaged' });
  expect(kept.size).toBe(0);
});

test('what is of another kind than the form’s own is none of it, and what nobody can read is nothing', () => {
  kept.set('refund:one:', JSON.stringify({ whole: 'yes', pieces: 4, reason: 'Late', more: true }));
  expect(opened('refund:one').typed).toEqual({ ...NOTHING, reason: 'Late' });
  for (const broken of ['{"reason":"La', '"Late"', 'null']) {
    kept.set('refund:one:', broken);
    expect(opened('refund:one').typed).toEqual(NOTHING);
  }
});

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LADDER_FIELDS, type PriceStep } from '#model/catalogue/ladder.ts';
import type { ManagedTool } from '#model/catalogue/tool-edit.ts';
import { type FieldValue, isSameValue, rowOf, TOOL_FIELDS, type ToolField } from '#model/catalogue/tool-field.ts';
import { readWholeNumber } from '#model/catalogue/whole-number.ts';
import type { Conflict } from '#model/kernel/conflict.ts';
import { failureText, fieldTexts } from '#texts/failures.ts';
import { ladderReason } from '#texts/ladder.ts';
import type { Answer, ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import type { Change } from '#web/ui/catalogue/change-words.ts';
import { isBlank, type TypedStep, typedLadderErrors, typedLadderProblems } from '#web/ui/catalogue/typed-ladder.ts';
import { leaveWhenNoAdmin } from '../identity/access.ts';
import { usePictureUpload } from '../images/use-picture-upload.ts';
import { isArchivedTool } from './archive-tool.ts';
import {
  dropDraft,
  dropSaved,
  keepDraft,
  recallDraft,
  TEXT_FIELDS,
  type ToolDraft,
  type TypedTool,
} from './tool-draft.ts';

export type SavedTool = Answer<'editTool'>;
/** @param conflict that was settled by it */
export type OnSaved = (saved: SavedTool, conflict: Conflict | undefined) => void;
type TypedField = Exclude<ToolField, 'image'>;

/** Unsaved changes of a tool, stored in the browser until they are saved or discarded. */
export function useEditTool(managed: ManagedTool, onSaved: OnSaved, onTheirs: () => void) {
  // Of fields that others changed too and the user was asked about, what others saved: changes are against it.
  const [theirs, setTheirs] = useState<Partial<ManagedTool['tool']>>({});
  const tool = { ...managed.tool, ...theirs };
  const [typed, setTyped] = useState<TypedTool>(() => asTyped(tool));
  const [version, setVersion] = useState(managed.version);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failed, setFailed] = useState<ApiFailure>();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  // A draft from before a reload waits until the user restores or drops it.
  const [draft, setDraft] = useState(() => recallDraft(tool._id));
  const key = useRef<{ of: string; key: string }>(undefined);
  const picture = usePictureUpload(pictureOf(tool));
  const image = picture.kept?.url ?? '';
  const shown: TypedTool = { ...typed, image };
  // An upload in progress, or no picture at all, is no change yet.
  const isSending = picture.picture?.state === 'sending';
  const changes = changesOf(tool, shown).filter(({ field }) => field !== 'image' || !isSending);

  const mistakes = typedLadderProblems(shown);
  const changed = JSON.stringify(Object.fromEntries(changes.map(({ field }) => [field, shown[field]])));
  const now = (): Partial<TypedTool> => JSON.parse(changed);
  /** @param older a draft that was not shown yet, which newer fields go over */
  function store(older: ToolDraft | undefined, newer: Partial<TypedTool>): void {
    const fields = { ...older?.fields, ...newer };
    const at = older?.at ?? new Date().toISOString();
    const from = Math.min(older?.version ?? version, version);
    if (Object.keys(fields).length === 0) dropDraft(tool._id);
    else keepDraft(tool._id, { version: from, at, fields });
  }
  const keep = useEffectEvent(() => store(draft, now()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is kept as it is made
  useEffect(() => keep(), [changed, version]);

  /** @param kept fields that keep what somebody else saved */
  function settle(kept: ReadonlySet<ToolField>) {
    if (busy || !conflict) return;
    const newer = Object.fromEntries(conflict.fields.map((clash) => [clash.field, clash.theirs]));
    const base = { ...tool, ...newer };
    const saved = asTyped(base);
    const chosen = { ...typed, ...Object.fromEntries([...kept].map((field) => [field, saved[field]])) };
    setTheirs({ ...theirs, ...newer });
    if (kept.has('image')) picture.restore(pictureOf(base));
    void save(conflict.version, base, chosen);
  }

  /** @param base the tool that the changes are against, as it was at `from` */
  async function save(from = version, base = tool, chosen = typed) {
    if (busy) return;
    if (typedLadderProblems(chosen).length > 0) {
      flushSync(() => {
        setTyped(chosen);
        setConflict(undefined);
      });
      return showMistake();
    }
    setBusy(true);
    setErrors({});
    setFailed(undefined);
    // The shop names a step by its place among those that are sent.
    const pressed = { ...chosen, steps: chosen.steps.filter((step) => !isBlank(step)) };
    setTyped(pressed);
    const image = (await picture.finish())?.url ?? '';
    const choice = picture.choice();
    const sent = { ...pressed, image };
    const fields = Object.fromEntries(changesOf(base, sent).map(({ field, to }) => [field, to]));
    // The same edit keeps its key until it is answered: sent again after a lost answer, it is applied once.
    const of = JSON.stringify([from, fields]);
    if (key.current?.of !== of) key.current = { of, key: crypto.randomUUID() };
    const headers = { 'idempotency-key': key.current.key };
    const body = { version: from, ...fields };
    const answer = await leaveWhenNoAdmin(await api.call('editTool', { params: { id: tool._id }, body, headers }));
    setBusy(false);
    if (answer.ok) {
      setTyped((now) => withNewer(asTyped(answer.value.tool), pressed, now));
      if (picture.choice() === choice) picture.restore(pictureOf(answer.value.tool));
      // An older draft that was shown meanwhile keeps its own.
      setVersion((now) => (now === version ? answer.value.version : now));
      setTheirs({});
      setConflict(undefined);
      setDraft((older) => older && withoutFields(older, fields));
      // Also where the page was left meanwhile.
      dropSaved(tool._id, sent, draft ? undefined : answer.value.version);
      return onSaved(answer.value, conflict);
    }
    const { failure } = answer;
    setConflict(failure.conflict);
    if (failure.conflict) return;
    const named = fieldTexts(failure).filter(({ field }) => TOOL_FIELDS.includes(rootOf(field) as ToolField));
    flushSync(() => setErrors(Object.fromEntries(named.map(({ field, text }) => [field, text]))));
    if (named.length === 0) setFailed(failure);
    else showMistake();
  }

  function forgetErrors(touched: readonly string[]) {
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !touched.includes(rootOf(name)))),
    );
  }

  return {
    /** As it was read, with what others saved since of the fields that the user was asked about. */
    tool,
    typed,
    errors: { ...typedLadderErrors(shown), ...errors },
    mistake: mistakes[0] && { text: ladderReason(mistakes[0]), onShow: showMistake },
    problem: failed && failureText(failed),
    /** Somebody archived the tool meanwhile: once it is restored, what was typed can be saved. */
    isArchived: failed !== undefined && isArchivedTool(failed),
    restored: () => setFailed(undefined),
    busy,
    changes,
    picture,
    conflict,
    meant: (field: ToolField) => meant(field, shown[field]),
    was: (field: ToolField) => changes.find((change) => change.field === field)?.from,
    type<F extends TypedField>(field: F, typing: TypedTool[F]) {
      setTyped((before) => ({ ...before, [field]: typing }));
      forgetErrors(isPrice(field) ? LADDER_FIELDS : [field]);
    },
    choosePicture(file: File) {
      forgetErrors(['image']);
      picture.choose(file);
    },
    retryPicture() {
      forgetErrors(['image']);
      picture.retry();
    },
    restorePicture() {
      forgetErrors(['image']);
      picture.restore(pictureOf(tool));
    },
    save: () => void save(),
    settle,
    discard: () => store(draft, {}),
    takeTheirs() {
      store(draft, {});
      onTheirs();
    },
    draft: draft && {
      at: draft.at,
      count: Object.keys(draft.fields).length,
      first: Object.keys(draft.fields)[0],
      show() {
        const { image: kept, ...texts } = { ...draft.fields, ...now() };
        setTyped((before) => ({ ...before, ...texts }));
        if (kept) picture.restore({ name: 'Picture not saved yet', url: kept });
        setVersion(Math.min(draft.version, managed.version));
        setDraft(undefined);
      },
      drop() {
        store(undefined, now());
        setDraft(undefined);
      },
    },
  };
}

const isPrice = (field: ToolField): boolean => LADDER_FIELDS.some((one) => one === field);
/** "steps" of "steps.0.from". */
const rootOf = (name: string): string => name.split('.')[0] ?? name;

const showMistake = () => document.querySelector<HTMLElement>('.desk2 [aria-invalid=true]')?.focus();

const asNumber = (text: string) => readWholeNumber(text) ?? text.trim();

/** Text that is no number is sent as it is: the shop refuses it. */
function meant(field: ToolField, typed: string | readonly TypedStep[]): FieldValue {
  if (typeof typed !== 'string') {
    const steps = typed.filter((step) => !isBlank(step));
    return steps.map(({ from, price }) => ({ from: asNumber(from), price: asNumber(price) })) as PriceStep[];
  }
  const { kind, optional } = rowOf(field);
  if (kind === 'number') return asNumber(typed);
  const trimmed = kind === 'item-number' ? typed.trim().toUpperCase() : typed.trim();
  return trimmed === '' && optional ? null : trimmed;
}

function changesOf(tool: ManagedTool['tool'], typed: TypedTool): Change[] {
  return TOOL_FIELDS.flatMap((field) => {
    const [from, to] = [tool[field], meant(field, typed[field])];
    return isSameValue(from, to) ? [] : [{ field, from, to }];
  });
}

const asTyped = (tool: ManagedTool['tool']): TypedTool => ({
  ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, String(tool[field] ?? '')])) as Omit<TypedTool, 'steps'>),
  steps: tool.steps.map(({ from, price }) => ({ from: String(from), price: String(price) })),
});

const pictureOf = ({ image: url }: ManagedTool['tool']) => ({ name: 'Picture of the tool', url });

/** What is saved, with what was typed since it was sent. */
const withNewer = (saved: TypedTool, sent: TypedTool, now: TypedTool): TypedTool => ({
  ...saved,
  ...Object.fromEntries(Object.entries(now).filter(([field, typed]) => typed !== sent[field as ToolField])),
});

function withoutFields(draft: ToolDraft, saved: object): ToolDraft | undefined {
  const left = Object.entries(draft.fields).filter(([field]) => !(field in saved));
  return left.length > 0 ? { ...draft, fields: Object.fromEntries(left) } : undefined;
}

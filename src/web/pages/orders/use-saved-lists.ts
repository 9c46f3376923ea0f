import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ListId, ListRow, NewList } from '#model/orders/saved-lists.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { listNameId, renameId } from '#web/ui/orders/lists-table.tsx';
import { pageHeading } from '../kernel/page-heading.ts';

const UNDO_SECONDS = 8;
const NONE: ReadonlyMap<string, string> = new Map();

/** Renames, duplicates and deletes saved lists in their table; what somebody sees changes once the shop has said so. */
export function useSavedLists(loaded: readonly ListRow[]) {
  const { revalidate } = useRevalidator();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [names, setNames] = useState(NONE);
  const [problems, setProblems] = useState(NONE);
  const [busy, setBusy] = useState<string>();
  const [renaming, setRenaming] = useState<string>();
  const focusNext = useRef<string>(undefined);
  const lists = loaded
    .filter(({ id }) => !gone.has(id))
    .map((list) => ({ ...list, name: names.get(list.id) ?? list.name }));

  // What was pressed may be gone, or what takes the focus may come later with the next answer.
  useEffect(() => {
    const id = focusNext.current;
    const next = id === '' ? pageHeading() : id && document.getElementById(id);
    if (!next) return;
    focusNext.current = undefined;
    next.focus();
  });

  function say(id: string, failure: ApiFailure | undefined) {
    const rest = [...problems].filter(([other]) => other !== id);
    const text = failure && (failure.errors?.[0]?.message ?? failureText(failure));
    setProblems(new Map(text ? [...rest, [id, text]] : rest));
  }

  function leave(id: string) {
    focusNext.current = renameId(id);
    setRenaming(undefined);
    say(id, undefined);
  }

  async function rename(id: ListId, name: string) {
    setBusy(id);
    const answer = await api.call('renameList', { params: { id }, body: { name } });
    setBusy(undefined);
    if (!answer.ok) return say(id, answer.failure);
    setNames((before) => new Map(before).set(id, name));
    leave(id);
  }

  async function copy(id: ListId) {
    setBusy(id);
    const answer = await api.call('copyList', { params: { id } });
    setBusy(undefined);
    say(id, answer.ok ? undefined : answer.failure);
    if (!answer.ok) return;
    setRenaming(answer.value.insertedId);
    await revalidate();
  }

  async function remove(id: ListId) {
    const at = lists.findIndex((list) => list.id === id);
    const next = lists[at + 1] ?? lists[at - 1];
    setBusy(id);
    const answer = await api.call('deleteList', { params: { id } });
    setBusy(undefined);
    // Another tab was faster.
    if (!answer.ok && answer.failure.code !== 'list_not_found') return say(id, answer.failure);
    focusNext.current = next ? listNameId(next.id) : '';
    setGone((before) => new Set(before).add(id));
    const list = answer.ok && answer.value.list;
    if (!list) return;
    showToast({
      ...{ tone: 'success', text: `“${list.name}” deleted.` },
      action: { label: 'Undo', seconds: UNDO_SECONDS, onPress: () => void bringBack(list) },
    });
  }

  async function bringBack(list: NewList) {
    const answer = await api.call('saveList', { body: list });
    if (!answer.ok) {
      showToast({ tone: 'danger', text: `“${list.name}” was not brought back. ${failureText(answer.failure)}` });
      return;
    }
    focusNext.current = listNameId(answer.value.insertedId);
    await revalidate();
  }

  return {
    ...{ lists, problems, busy, renaming, rename, copy, remove, leave },
    startRenaming(id: string) {
      say(id, undefined);
      setRenaming(id);
    },
  };
}

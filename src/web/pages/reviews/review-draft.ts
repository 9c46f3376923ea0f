import { personalStorage, readKept } from '#web/api/personal-storage.ts';

export interface ReviewDraft {
  readonly review: string;
  readonly star: number | null;
}

const nameOf = (uid: string) => `review:${uid}`;

/** Survives a reload and leaving the page; removed when empty. */
export function rememberDraft(uid: string, draft: ReviewDraft): void {
  if (draft.review === '' && draft.star === null) personalStorage.removeItem(nameOf(uid));
  else personalStorage.setItem(nameOf(uid), JSON.stringify(draft));
}

export function recallDraft(uid: string): ReviewDraft {
  const { review, star } = readKept<ReviewDraft>(nameOf(uid));
  if (typeof review !== 'string') return { review: '', star: null };
  return { review, star: typeof star === 'number' ? star : null };
}

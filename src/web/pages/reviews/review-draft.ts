import { type PersonalStorage, personalStorage } from '#web/api/personal-storage.ts';

export interface ReviewDraft {
  readonly review: string;
  readonly star: number | null;
}

const nameOf = (uid: string) => `review:${uid}`;

/** Survives a reload and leaving the page; removed when empty. */
export function rememberDraft(uid: string, draft: ReviewDraft, storage: PersonalStorage = personalStorage): void {
  if (draft.review === '' && draft.star === null) storage.removeItem(nameOf(uid));
  else storage.setItem(nameOf(uid), JSON.stringify(draft));
}

export function recallDraft(uid: string, storage: PersonalStorage = personalStorage): ReviewDraft {
  try {
    const { review, star } = JSON.parse(storage.getItem(nameOf(uid)) ?? '{}') as Partial<ReviewDraft>;
    if (typeof review === 'string') return { review, star: typeof star === 'number' ? star : null };
  } catch {
    // Unreadable: as good as nothing.
  }
  return { review: '', star: null };
}

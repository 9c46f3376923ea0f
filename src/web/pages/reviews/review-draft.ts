import { type PersonalStorage, personalStorage } from '#web/api/personal-storage.ts';

/** A review that is being written. */
export interface ReviewDraft {
  readonly review: string;
  readonly star: number | null;
}

const nameOf = (uid: string) => `review:${uid}`;

/** Keeps what was written so far, for a reload and for the way back; nothing when there is nothing. */
export function rememberDraft(uid: string, draft: ReviewDraft, storage: PersonalStorage = personalStorage): void {
  if (draft.review === '' && draft.star === null) storage.removeItem(nameOf(uid));
  else storage.setItem(nameOf(uid), JSON.stringify(draft));
}

/** What this person wrote in this tab and has not sent. */
export function recallDraft(uid: string, storage: PersonalStorage = personalStorage): ReviewDraft {
  try {
    const { review, star } = JSON.parse(storage.getItem(nameOf(uid)) ?? '{}') as Partial<ReviewDraft>;
    if (typeof review === 'string') return { review, star: typeof star === 'number' ? star : null };
  } catch {
    // Not written here: as good as nothing.
  }
  return { review: '', star: null };
}

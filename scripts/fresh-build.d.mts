/** `pages` is what browsers get and the server renders, `shop` the whole program that answers. */
export type Part = 'pages' | 'shop';

export interface Sources {
  /** Changes with the name, the size and the time of any file. */
  readonly look: string;
  /** Changes with what is in the files. */
  readonly content: string;
}

/** Whether a part of build/ was made of the sources as they are. Files that only look new are read once. */
export function isFresh(root: string, part: Part): boolean;
/** What the sources are now. Taken before a build begins, and kept by `stamp` when it has come to a good end. */
export function lookAtSources(root: string, part: Part): Sources;
export function stamp(root: string, part: Part, sources: Sources): void;
/** Called when a build begins: until it has come to a good end nothing is known of what is there. */
export function forget(root: string, part: Part): void;

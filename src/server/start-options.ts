export interface StartOptions {
  /** The folder of package.json. */
  readonly root: string;
  /** Takes what must be closed again, last opened first. The caller disposes of it, after a failure too. */
  readonly resources: AsyncDisposableStack;
  /** Hears what a person who waits would like to know. */
  readonly progress: (text: string) => void;
  /** Address of the pages' server build. Undefined serves them from their sources, with hot reloading. */
  readonly builtPages: string | undefined;
}

export interface StartOptions {
  /** The folder of package.json. */
  readonly root: string;
  /** The caller disposes of it, also after a failure. */
  readonly resources: AsyncDisposableStack;
  readonly progress: (text: string) => void;
  /** Address of the pages' server build; undefined for their sources, with hot reloading. */
  readonly builtPages: string | undefined;
}

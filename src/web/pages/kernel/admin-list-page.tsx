import type { ComponentProps, ReactNode } from 'react';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { Announced } from '#web/ui/kernel/announced.tsx';
import { Button } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Tabs } from '#web/ui/kernel/tabs.tsx';
import { useHeadingAfter } from './use-heading-after.ts';
import { useReload } from './use-reload.ts';

/** What stands in the place of a list without rows. */
export interface Nothing {
  readonly title: string;
  readonly text: ReactNode;
  /** Where a first one is made. */
  readonly action?: ReactNode;
  /** Only where a search or filter left nothing: how to be rid of it. */
  readonly clear?: { readonly label: string; readonly onClear: () => void };
}

interface ListedProps<Tab extends string> {
  /** From `useList`. */
  list: {
    readonly list: object | undefined;
    readonly failure: ApiFailure | undefined;
    readonly waiting: boolean;
    readonly missed?: Omit<ComponentProps<typeof Failure>, 'title'> | undefined;
  };
  /** "The orders did not load" */
  failed: string;
  /** How many rows are shown. */
  shown: number;
  /** Read out whenever it changes, in place of what says so already. */
  says?: string;
  nothing: Nothing | undefined;
  /** Above the list, where they filter it. */
  tabs?: Omit<ComponentProps<typeof Tabs<Tab>>, 'children'>;
  /** How far the list is shown, and the way on. */
  below: ReactNode;
  children: ReactNode;
}

interface FrameProps {
  className?: string;
  title: string;
  intro?: ReactNode;
  action?: ReactNode;
  filter?: ReactNode;
  /** The table, or its skeleton. */
  children: ReactNode;
}

/** A page of the dashboard with one list. Without `list` it stands in for the page that is coming. */
export function AdminListPage<Tab extends string>(props: FrameProps & (ListedProps<Tab> | { list?: undefined })) {
  const { className, title, intro, action, filter } = props;
  const page = (
    <>
      <PageHead title={title} action={action}>
        {intro}
      </PageHead>
      {filter}
      {props.list ? <Listed {...props} /> : props.children}
    </>
  );
  return className ? <div className={className}>{page}</div> : page;
}

function Listed<Tab extends string>(props: ListedProps<Tab>) {
  const { list, failed, shown, says = '', nothing, tabs, below, children } = props;
  const reload = useReload();
  const { failure, waiting, missed } = list;
  const again = useHeadingAfter(failure, () => void reload());
  const body = (
    <>
      {missed && <Failure title="The search got no answer" {...missed} />}
      {shown > 0 ? children : !missed && nothing && <NoneShown {...nothing} />}
      {below}
    </>
  );
  return (
    <>
      <Announced text={shown > 0 ? says : nothing ? 'None found' : ''} />
      {failure && <Failure title={failed} detail={failureText(failure)} onRetry={again} retrying={waiting} />}
      {list.list && (tabs ? <Tabs {...tabs}>{body}</Tabs> : body)}
    </>
  );
}

function NoneShown({ title, text, action, clear }: Nothing) {
  const clearing = clear && (
    <Button variant="ink" onClick={clear.onClear}>
      {clear.label}
    </Button>
  );
  return (
    <Empty title={title} action={clearing ?? action}>
      {text}
    </Empty>
  );
}

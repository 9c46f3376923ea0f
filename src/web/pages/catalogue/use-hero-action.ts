import { useEffect, useState } from 'react';
import { href } from 'react-router';
import { loadSession } from '#web/api/identity/session.ts';
import { useSession } from '#web/api/identity/use-session.ts';
import type { HeroAction, Step } from '#web/ui/catalogue/hero.tsx';
import { recallWanted } from './wanted-tool.ts';

export const GET_STARTED = { label: 'Get Started', to: href('/login') };

export function useHeroAction(): HeroAction {
  const session = useSession();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    void loadSession().finally(() => setAsked(true));
  }, []);
  if (session.status === 'signed-out') return GET_STARTED;
  if (session.status === 'unknown' || session.admin === undefined) return asked ? 'failed' : 'unknown';
  if (session.admin) return { label: 'Add an new Tool', to: href('/dashboard/addTool') };
  return { label: 'Explore All Order', to: href('/dashboard/myorders') };
}

export function useWayBack(): Step | undefined {
  const session = useSession();
  if (session.status !== 'signed-in' || session.admin !== false) return undefined;
  const wanted = recallWanted();
  if (!wanted) return undefined;
  const { id: toolId, name } = wanted;
  return { label: `Continue your order: ${name}`, to: href('/purchase/:toolId', { toolId }) };
}

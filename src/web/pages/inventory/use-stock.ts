import { useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';

/** Tools with their stock as changed here since they were loaded, and the stock dialog. */
export function useStock(listed: readonly Tool[]) {
  const [since, setSince] = useState<ReadonlyMap<Tool, number>>(new Map());
  const [shown, setShown] = useState<{ tool: Tool; open: boolean; opened: number }>();
  const tools = listed.map((tool) => {
    const available = since.get(tool);
    return available === undefined ? tool : { ...tool, available_quantity: available };
  });
  return {
    tools,
    stock: {
      show: ({ _id }: Tool) => {
        const tool = listed.find((it) => it._id === _id);
        if (tool) setShown((before) => ({ tool, open: true, opened: (before?.opened ?? 0) + 1 }));
      },
      panel: shown && {
        ...shown,
        tool: { ...shown.tool, available_quantity: since.get(shown.tool) ?? shown.tool.available_quantity },
        onClose: () => setShown({ ...shown, open: false }),
        onChange: (available: number) => setSince((all) => new Map(all).set(shown.tool, available)),
      },
    },
  };
}

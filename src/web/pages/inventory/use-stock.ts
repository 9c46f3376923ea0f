import { useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';

/** A list of tools with the stock that is known since it was loaded, and the dialog for one of them. */
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
      /** Opens the dialog for a tool of the list. */
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

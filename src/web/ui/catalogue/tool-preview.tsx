import { ToolCard, type ToolCardContent } from './tool-card.tsx';

/** A tool as the catalogue will show it, while it is written. Only to look at: nothing in it can be pressed. */
export function ToolPreview({ tool }: { tool: Omit<ToolCardContent, 'id' | 'to'> }) {
  return (
    <aside className="preview" aria-labelledby="preview">
      <h2 id="preview">Card preview</h2>
      <div className="lattice lattice--one">
        <ToolCard tool={{ ...tool, id: 'preview', to: undefined }} />
      </div>
    </aside>
  );
}

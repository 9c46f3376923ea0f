import { ToolCard, type ToolCardContent } from './tool-card.tsx';

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

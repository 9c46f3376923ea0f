import type { EditableTool } from '#model/catalogue/tool.ts';
import { toolAsChanged } from '#model/catalogue/tool-as-changed.ts';
import { TOOL_FIELDS, type ToolField } from '#model/catalogue/tool-field.ts';
import { titled } from '#model/kernel/titled.ts';
import { formatList } from '#texts/format.ts';
import { BuyerPreview } from '#web/ui/catalogue/buyer-preview.tsx';
import { type Change, fieldWords } from '#web/ui/catalogue/change-words.ts';
import { Link } from '#web/ui/kernel/link.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';

interface ChangedPreviewProps {
  tool: EditableTool;
  /** Pieces that are sold and wait for a delivery. */
  soldAhead: number;
  changes: readonly Change[];
  /** By field; of a step "steps.0.from". */
  errors: Readonly<Record<string, string>>;
  detailsTo: string;
}

export function ChangedPreview({ tool, soldAhead, changes, errors, detailsTo }: ChangedPreviewProps) {
  const reasonsOf = (field: ToolField) =>
    Object.entries(errors).flatMap(([name, text]) => (name === field || name.startsWith(`${field}.`) ? text : []));
  const refusable = changes.filter(({ field }) => reasonsOf(field).length === 0);
  const shown = toolAsChanged(tool, refusable, soldAhead);
  const wrong = TOOL_FIELDS.filter((field) => reasonsOf(field).length > 0 || shown.refused.includes(field));
  const count = refusable.length - shown.refused.length;
  const words = titled(formatList(wrong.map(fieldWords)));
  const reasons = wrong.flatMap(reasonsOf);
  return (
    <>
      {wrong.length > 0 && (
        <Notice tone="warning" role="status" className="desk-note">
          {words} cannot be saved as typed, and {wrong.length === 1 ? 'is' : 'are'} shown as saved. {reasons.join(' ')}{' '}
          <Link to={detailsTo}>Correct {wrong.length === 1 ? 'it' : 'them'} in Details</Link>
        </Notice>
      )}
      <BuyerPreview tool={shown.tool} title={titleOf(count)} />
    </>
  );
}

function titleOf(count: number): string {
  if (count === 0) return 'As buyers see it';
  return `As buyers will see it, with your ${count === 1 ? 'unsaved change' : `${count} unsaved changes`}`;
}

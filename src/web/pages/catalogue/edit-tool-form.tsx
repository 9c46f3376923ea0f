import { type ComponentType, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { href } from 'react-router';
import { itemNumber } from '#model/catalogue/item-number.ts';
import { quantityProblem } from '#model/catalogue/quantity.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { ManagedTool } from '#model/catalogue/tool-edit.ts';
import type { FieldValue, ToolField } from '#model/catalogue/tool-field.ts';
import { readWholeNumber } from '#model/catalogue/whole-number.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { cutText } from '#model/kernel/text.ts';
import { formatCount } from '#texts/format.ts';
import { lowestPrice } from '#texts/lowest-price.ts';
import { ArchivedLink } from '#web/ui/catalogue/archived-link.tsx';
import { type Change, changesSentence, isShort, valueWords } from '#web/ui/catalogue/change-words.ts';
import { ConflictCard } from '#web/ui/catalogue/conflict-card.tsx';
import { PriceSteps } from '#web/ui/catalogue/price-steps.tsx';
import { ToolPreview } from '#web/ui/catalogue/tool-preview.tsx';
import { readSteps } from '#web/ui/catalogue/typed-ladder.ts';
import { PictureField } from '#web/ui/images/picture-field.tsx';
import { Button } from '#web/ui/kernel/button.tsx';
import { TextArea, TextField } from '#web/ui/kernel/field.tsx';
import { keepUnits } from '#web/ui/kernel/keep-units.ts';
import { Moment } from '#web/ui/kernel/moment.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { SaveBar } from '#web/ui/kernel/save-bar.tsx';
import { pageHeading } from '../kernel/page-heading.ts';
import { CategoryField } from './category-field.tsx';
import { ChangedPreview } from './changed-preview.tsx';
import { RestoreButton } from './restore-button.tsx';
import { type OnSaved, useEditTool } from './use-edit-tool.ts';
import { useItemNumber } from './use-item-number.ts';
import { useLeaveGuard } from './use-leave-guard.tsx';

interface EditToolFormProps {
  managed: ManagedTool;
  page: 'details' | 'preview';
  onSaved: OnSaved;
  onDiscard: () => void;
  /** Reload the tool and drop what was typed. */
  onReload: () => void;
  /** Below zero: so many are sold ahead. */
  onStock: (free: number) => void;
  StockPanel: ComponentType<{
    tool: Tool;
    open: boolean;
    onClose: () => void;
    onChange: (free: number, arrived: boolean) => void;
  }>;
}

export function EditToolForm({ managed, page, onSaved, onDiscard, onReload, onStock, StockPanel }: EditToolFormProps) {
  const { sold_ahead: ahead } = managed;
  const edit = useEditTool(managed, onSaved, onReload);
  const { tool, typed, errors, changes, picture, conflict, draft } = edit;
  const number = useItemNumber(tool._id, typed.sku, tool.sku);
  const paths = {
    details: href('/dashboard/manageTools/:toolId', { toolId: tool._id }),
    preview: href('/dashboard/manageTools/:toolId/preview', { toolId: tool._id }),
  };
  const guard = useLeaveGuard(changes.length, Object.values(paths));
  const online = useOnline();
  const [stock, setStock] = useState<{ open: boolean; opened: number; arrived?: boolean }>();
  const sending = picture.picture?.state === 'sending';
  useSaveKey(() => changes.length > 0 && online && !conflict && edit.save());

  const field = (name: Exclude<Parameters<typeof edit.type>[0], 'steps'>) => ({
    name,
    value: typed[name],
    error: errors[name],
    was: was(name),
    onChange: ({ target }: { target: { value: string } }) => edit.type(name, target.value),
  });
  function was(name: ToolField) {
    const before = edit.was(name);
    if (before === undefined) return undefined;
    return isShort(name) ? `was ${valueWords(name, before)}` : 'changed';
  }
  function pricesBefore() {
    if ((was('price') ?? was('steps')) === undefined) return undefined;
    const steps = tool.steps.length > 0 ? `, ${valueWords('steps', tool.steps)}` : '';
    return `was ${valueWords('price', tool.price)}${steps}`;
  }
  const problem = edit.problem && (
    <Notice
      tone="danger"
      role="alert"
      className="desk-note"
      ref={show}
      action={edit.isArchived && <RestoreButton tool={tool} onRestored={edit.restored} />}
    >
      {edit.problem}
      {edit.isArchived && ' What you typed stays here.'}
    </Notice>
  );
  return (
    <>
      {conflict && (
        <ConflictCard
          key={conflict.version}
          by={conflict.by}
          at={conflict.at}
          clashes={conflict.fields.map(({ field: name, before, theirs }) => ({
            ...{ field: name as ToolField, before: before as FieldValue, theirs: theirs as FieldValue },
            yours: edit.meant(name as ToolField),
          }))}
          count={changes.length}
          busy={edit.busy}
          historyTo={href('/dashboard/manageTools/:toolId/history', { toolId: tool._id })}
          onSave={edit.settle}
          onDrop={edit.takeTheirs}
        />
      )}
      {draft && (
        <Notice
          role="status"
          className="desk-note"
          action={
            <span className="notice__acts">
              <Button
                size="sm"
                onClick={() => {
                  // The notice goes with its buttons.
                  (fieldNamed(draft.first) ?? pageHeading())?.focus();
                  draft.show();
                }}
              >
                Show
              </Button>
              <Button
                size="sm"
                variant="quiet"
                onClick={() => {
                  pageHeading()?.focus();
                  draft.drop();
                }}
              >
                Discard
              </Button>
            </span>
          }
        >
          {draft.count === 1 ? '1 change' : `${draft.count} changes`} from <Moment iso={draft.at} />{' '}
          {draft.count === 1 ? 'is' : 'are'} not saved yet.
        </Notice>
      )}
      {page === 'preview' ? (
        <>
          {problem}
          <ChangedPreview tool={tool} soldAhead={ahead} changes={changes} errors={errors} detailsTo={paths.details} />
        </>
      ) : (
        <div className="desk2">
          <form
            aria-label="Tool"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (changes.length > 0 && online) edit.save();
            }}
          >
            <div className="fgroup">
              <h2 className="h3">What it is</h2>
              <TextField label="Name" autoComplete="off" {...field('name')} />
              <TextArea
                label="Description"
                rows={4}
                hint={`Cards show the first ${SCREEN.cardDescription} characters. ${formatCount(typed.description.length)} characters in all.`}
                {...field('description')}
              />
              <div className="row2 stack">
                <CategoryField hint="Choose one of the list, or type a new one." {...field('category')} />
                <div>
                  <TextField
                    label="Item number"
                    autoComplete="off"
                    {...field('sku')}
                    error={errors.sku ?? number.error}
                    hint={number.hint ? `Buyers search by it. ${number.hint}` : 'Buyers search by it.'}
                  />
                  {number.archived && (
                    <ArchivedLink to={href('/dashboard/manageTools/:toolId', { toolId: number.archived })} />
                  )}
                </div>
              </div>
            </div>
            <div className={edit.was('image') === undefined ? 'fgroup' : 'fgroup is-changed'}>
              <h2 className="h3">Picture</h2>
              <PictureField
                label="On cards and in orders"
                picture={picture.picture}
                error={picture.error ?? errors.image}
                onChoose={edit.choosePicture}
                onRetry={edit.retryPicture}
                onRemove={sending || edit.was('image') !== undefined ? edit.restorePicture : undefined}
              />
            </div>
            <div className="fgroup">
              <div className="fgroup__head">
                <h2 className="h3">Price</h2>
                <p className="small muted">{pricesBefore() ?? 'Whole dollars, per piece'}</p>
              </div>
              <PriceSteps
                ladder={typed}
                errors={errors}
                saved={tool}
                onPrice={(price) => edit.type('price', price)}
                onSteps={(steps) => edit.type('steps', steps)}
              />
            </div>
            <div className="fgroup">
              <h2 className="h3">How much may be ordered</h2>
              <div className="row2 stack">
                <TextField
                  label="Minimum order"
                  inputMode="numeric"
                  autoComplete="off"
                  hint="Pieces. A multiple of the case pack."
                  {...field('min_quantity')}
                />
                <TextField
                  label="Case pack"
                  inputMode="numeric"
                  autoComplete="off"
                  hint="Only whole packs are ordered. 1 for single pieces."
                  {...field('pack')}
                />
              </div>
            </div>
            <div className="fgroup">
              <h2 className="h3">Stock and restock</h2>
              <dl className="lines">
                <div>
                  <dt>
                    Available
                    <span className="sub">
                      {ahead > 0
                        ? `${formatCount(ahead)} sold ahead, waiting for a delivery`
                        : 'What buyers may order now'}
                    </span>
                  </dt>
                  <dd>
                    <b>{formatCount(tool.available_quantity - ahead)}</b>
                  </dd>
                </div>
              </dl>
              <p className="mt-4">
                <Button
                  size="sm"
                  onClick={() => setStock((before) => ({ open: true, opened: (before?.opened ?? 0) + 1 }))}
                >
                  Change stock
                </Button>
              </p>
              <div className="row2 stack mt-4">
                <TextField
                  label="Next delivery arrives"
                  type="date"
                  hint="Empty as soon as its restock is saved; a return or Other leaves it."
                  {...field('restock_at')}
                />
                <TextField
                  label="Backorder limit"
                  inputMode="numeric"
                  autoComplete="off"
                  hint="Pieces that may be sold ahead of the delivery."
                  {...field('backorder_limit')}
                />
              </div>
            </div>
            {problem}
            <button type="submit" hidden disabled={changes.length === 0} aria-hidden="true" tabIndex={-1} />
          </form>
          <ToolPreview tool={previewOf(edit)} />
        </div>
      )}
      {(changes.length > 0 || sending) && !conflict && (
        <SaveBar
          sentence={sending ? 'the picture is on its way' : changesSentence(changes)}
          count={Math.max(1, changes.length)}
          note={online ? touched(changes, ahead) : OFFLINE}
          busy={edit.busy}
          disabled={!online}
          mistake={edit.mistake}
          onSave={edit.save}
          onDiscard={() => {
            edit.discard();
            onDiscard();
          }}
        />
      )}
      {stock && (
        <StockPanel
          key={stock.opened}
          tool={tool}
          open={stock.open}
          onClose={() => {
            setStock({ ...stock, open: false, arrived: false });
            // Its day has ended. What is typed or on its way stays: saving takes both together.
            if (stock.arrived && tool.restock_at !== null && changes.length === 0 && !sending) onReload();
          }}
          onChange={(free, arrived) => {
            setStock({ ...stock, arrived: stock.arrived || arrived });
            onStock(free);
          }}
        />
      )}
      {guard}
    </>
  );

  function previewOf({ typed: now }: typeof edit) {
    const [minimum, price] = [readWholeNumber(now.min_quantity), readWholeNumber(now.price)];
    const available = tool.available_quantity;
    return {
      number: itemNumber({ _id: tool._id, sku: now.sku.trim().toUpperCase() || null }),
      name: keepUnits(now.name.trim() || tool.name),
      description: keepUnits(cutText(now.description.trim(), SCREEN.cardDescription)),
      image: picture.picture?.preview ?? tool.image,
      ...{ available, minimum, price, lowest: lowestPrice(edit.mistake ? tool.steps : readSteps(now.steps)) },
      soldOut: minimum !== undefined && quantityProblem(minimum, { min: minimum, available }) === 'out-of-stock',
    };
  }
}

const fieldNamed = (field: string | undefined) => document.querySelector<HTMLElement>(`.desk2 [name="${field}"]`);

/** It stands at the end of a long form. */
const show = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'center' });

function touched(changes: readonly Change[], ahead: number): string {
  const delivery = changes.find(({ field }) => field === 'restock_at');
  if (ahead === 0 || !delivery) return 'Orders that are placed keep their name, picture and price.';
  const pieces = `${ahead === 1 ? '1 piece is' : `${formatCount(ahead)} pieces are`} sold ahead`;
  return delivery.to
    ? `${pieces}: two minutes after saving their buyers are told by mail, and asked whether they keep waiting where it is much later.`
    : `${pieces}: their buyers keep the day they were told, and hear nothing. They hear of a new day once you enter one.`;
}

const OFFLINE = 'You are offline. What you typed is kept; saving waits for a connection.';

function useSaveKey(save: () => void) {
  const latest = useEffectEvent(save);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      latest();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

const useOnline = (): boolean =>
  useSyncExternalStore(
    (hear) => {
      const signs = ['online', 'offline'] as const;
      for (const sign of signs) window.addEventListener(sign, hear);
      return () => {
        for (const sign of signs) window.removeEventListener(sign, hear);
      };
    },
    () => navigator.onLine,
    () => true,
  );

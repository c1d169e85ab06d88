import { type ReactNode, useRef, useState } from 'react';
import type { BlockListView, BlockRequest, SpamBlockKind, SpamBlockView } from '../../../api/inbox.ts';
import { useStudio } from '../../draft/context.ts';
import { ConfirmButton } from '../../ui/ask/confirm-button.tsx';
import { LoadingState } from '../../ui/ask/loading.tsx';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { RequestForm } from '../../ui/ask/request-form.tsx';
import { useServerData } from '../../ui/ask/use-server-data.ts';
import { FormOpener } from '../../ui/form-opener.tsx';
import { isolateBidi } from '../../ui/isolate-bidi.ts';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { Lingering } from '../../ui/lingering.tsx';
import type { FormatMessage } from '../../ui/messages.ts';
import { MomentText } from '../../ui/moment.tsx';
import { focusOnceLost } from '../../ui/use-heading-focus.ts';

const blockKinds = ['address', 'domain', 'phrase'] as const satisfies readonly SpamBlockKind[];

/**
 * Renders the block list with a form that adds an entry. Each entry shows who added it, when and why, and how
 * many enquiries it has caught.
 * @param version A number that changes when the list was changed by another part of the page.
 * @param onRemoved Called after an entry was removed.
 */
export function BlockListSection({
  version,
  onRemoved,
}: {
  readonly version: number;
  readonly onRemoved: () => void;
}): ReactNode {
  const { say } = useStudio();
  const [isAdding, setIsAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useServerData<BlockListView>(`enquiries/blocks?${version}`);
  return (
    <section className="st-block-list st-stack-3" aria-labelledby="st-block-list">
      <h2 id="st-block-list" ref={heading} tabIndex={-1}>
        {say('blocks')}
      </h2>
      <p className="st-hint">{say('blocks.hint')}</p>
      <LoadingState of={list}>
        {(view) => (
          <>
            {view.blocks.length === 0 && <p className="st-quiet">{say('blocks.none')}</p>}
            <ul className="st-rows">
              {view.blocks.map((block) => (
                <BlockRow
                  key={block.id}
                  block={block}
                  onRemoved={async () => {
                    await list.reload();
                    onRemoved();
                    // The button that was pressed is removed.
                    focusOnceLost(() => heading.current?.focus());
                  }}
                />
              ))}
            </ul>
            <Lingering isOpen={isAdding}>
              <NewBlockForm
                limits={view}
                onAdded={list.reload}
                onClose={() => {
                  addButton.current?.focus();
                  setIsAdding(false);
                }}
              />
            </Lingering>
          </>
        )}
      </LoadingState>
      {list.value && (
        <div className={isAdding ? 'st-visually-hidden' : undefined}>
          <FormOpener ref={addButton} isOpen={isAdding} onToggle={() => setIsAdding(!isAdding)}>
            {say('blocks.add')}
          </FormOpener>
        </div>
      )}
    </section>
  );
}

/** Renders an entry of the list with a button that removes it after a confirmation. */
function BlockRow({
  block: { id, kind, value, reason, by, at, caught, caughtAt },
  onRemoved,
}: {
  readonly block: SpamBlockView;
  readonly onRemoved: () => Promise<void>;
}): ReactNode {
  const { say, announce } = useStudio();
  /** Removes the entry and announces this. Returns the failure. */
  async function removeEntry(): Promise<RequestFailure | undefined> {
    const failure = await removeBlock(id);
    if (failure) return failure;
    await onRemoved();
    announce(say('blocks.removed', { value: isolateBidi(value) }));
    return undefined;
  }
  return (
    <li>
      <div>
        <strong>
          <bdi {...(kind !== 'phrase' && { dir: 'ltr' })}>{value}</bdi>
        </strong>{' '}
        <span className="st-state">{say(`blocks.kind.${kind}`)}</span>
        {reason !== undefined && (
          <span className="st-block">
            <bdi>{reason}</bdi>
          </span>
        )}
        <span className="st-quiet st-block">
          <bdi>{by.name}</bdi> · <MomentText at={at} />
        </span>
        <span className="st-quiet st-block">
          {say('blocks.caught', { count: caught })}
          {caughtAt !== undefined && (
            <>
              {' · '}
              {say('blocks.last')} <MomentText at={caughtAt} />
            </>
          )}
        </span>
      </div>
      <ConfirmButton
        label={say('blocks.remove')}
        name={say('blocks.remove-of', { value: isolateBidi(value) })}
        question={say('blocks.remove-what', { value: isolateBidi(value) })}
        isSafe
        onConfirm={removeEntry}
      >
        <p>{say('blocks.remove-text')}</p>
      </ConfirmButton>
    </li>
  );
}

/** Renders the form for a new entry. It stays open, so that several can be added one after another. */
function NewBlockForm({
  limits,
  onAdded,
  onClose,
}: {
  readonly limits: Pick<BlockListView, 'longestValue' | 'longestReason'>;
  readonly onAdded: () => Promise<void>;
  readonly onClose: () => void;
}): ReactNode {
  const { say, announce } = useStudio();
  const [kind, setKind] = useState<SpamBlockKind>('address');
  const [added, setAdded] = useState(0);
  /** Adds the entry, announces this and empties the form. Returns the failure. */
  async function addBlock(value: string, reason: string): Promise<RequestFailure | undefined> {
    const failure = await sendBlock({ kind, value, reason });
    if (failure) return failure;
    await onAdded();
    announce(say('blocks.added', { value: isolateBidi(value) }));
    setAdded(added + 1);
    return undefined;
  }
  return (
    <div className="st-stack-3 st-new-block">
      <LabelledSelect
        label={say('blocks.what')}
        value={kind}
        options={blockKinds.map((one) => [one, say(`blocks.kind.${one}`)] as const)}
        onChange={(value) => setKind(blockKinds.find((one) => one === value) ?? kind)}
      />
      <RequestForm
        key={added}
        say={say}
        fields={[
          {
            name: 'value',
            label: say(`blocks.kind.${kind}`),
            autoComplete: 'off',
            maxLength: limits.longestValue,
            hint: say(`blocks.kind.${kind}.hint`),
            missing: say('blocks.missing'),
            isFirst: true,
            troubles: ['bad-block', 'block-known'],
          },
          getReasonField(limits, say),
        ]}
        submit={say('blocks.add')}
        onSubmit={({ value, reason }) => addBlock(value.trim(), reason.trim())}
        beside={
          <button type="button" className="st-button st-button--plain" onClick={onClose}>
            {say('close')}
          </button>
        }
      />
    </div>
  );
}

/** Returns the optional field for the reason of an entry. */
export function getReasonField(
  { longestReason }: Partial<Pick<BlockListView, 'longestReason'>>,
  say: FormatMessage,
) {
  return {
    name: 'reason',
    label: say('blocks.reason'),
    autoComplete: 'off',
    ...(longestReason !== undefined && { maxLength: longestReason }),
    hint: say('blocks.reason-hint'),
  } as const;
}

/** Adds an entry to the block list. Returns the failure; undefined if it is on the list now. */
export async function sendBlock(body: BlockRequest): Promise<RequestFailure | undefined> {
  const outcome = await tryRequest<BlockListView>('enquiries/blocks', { method: 'POST', body });
  return outcome.isDone ? undefined : outcome.trouble;
}

/** Removes an entry from the block list. Returns the failure; undefined if it is not on the list now. */
export async function removeBlock(id: string): Promise<RequestFailure | undefined> {
  const outcome = await tryRequest(`enquiries/blocks/${encodeURIComponent(id)}`, { method: 'DELETE' });
  return outcome.isDone || outcome.trouble.error === 'not-found' ? undefined : outcome.trouble;
}

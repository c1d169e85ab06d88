import { type ReactNode, useId, useState } from 'react';
import type { Patch } from '#engine/editing/index.ts';
import type { ContentFolderView } from '../../../api/studio.ts';
import { OwnersOnly } from '../../auth/permissions/owners-only.tsx';
import { useStudio } from '../../draft/context.ts';
import { LoadingState } from '../../ui/ask/loading.tsx';
import { useTitleOfThing } from '../../ui/document-title.ts';
import { findPagesOfOffice, listEntries, readEntries } from '../content-edits.ts';
import type { DraftContent } from '../content-lists.ts';
import { type ContentEntry, type ContentList, type ContentPart, contentLists } from '../content-lists.ts';
import { useContentFolder, useDraftContent } from '../use-content.ts';
import { AddressForm } from './address-form.tsx';
import { DifferenceText } from './difference-text.tsx';
import {
  compareLists,
  getSourceKind,
  moveToStudio,
  returnToFile,
  type SourceKind,
  setSource,
} from './source-edits.ts';

const kinds: readonly SourceKind[] = ['file', 'studio', 'url'];

/** Renders where a list of the content comes from, which only owners may change. */
export function SourcePage({ part }: { readonly part: ContentPart }): ReactNode {
  return (
    <OwnersOnly part="content">
      <SourceEditor part={part} />
    </OwnersOnly>
  );
}

function SourceEditor({ part }: { readonly part: ContentPart }): ReactNode {
  const { say } = useStudio();
  const folder = useContentFolder();
  const title = say('content.source-of', { list: say(`content.${part}`) });
  useTitleOfThing(title);
  return (
    <div className="st-page">
      <div className="st-page-head">
        <div>
          <p className="st-crumb">
            <a href="/studio/content">{say('content')}</a> ›{' '}
            <a href={`/studio/content/${part}`}>{say(`content.${part}`)}</a>
          </p>
          <h1>{title}</h1>
        </div>
      </div>
      <LoadingState of={folder}>{(view) => <SourceChoice part={part} folder={view} />}</LoadingState>
    </div>
  );
}

function SourceChoice({
  part,
  folder,
}: {
  readonly part: ContentPart;
  readonly folder: ContentFolderView;
}): ReactNode {
  const { say, store, announce, visit } = useStudio();
  const list = contentLists[part];
  const content = useDraftContent(folder);
  const current = getSourceKind(content, list);
  const [kind, setKind] = useState(current);
  const id = useId();
  const name = say(`content.${part}`);

  /** Applies the change to the draft, and shows the list. */
  function change(patches: readonly Patch[]): void {
    store.perform({ title: { key: 'content-source', values: { list: name } }, patches });
    announce(say('content.source-changed', { list: name }));
    visit(`/studio/content/${part}`);
  }

  return (
    <>
      <fieldset className="st-fieldset st-stack-2 st-content-kinds" aria-labelledby={`${id}-legend`}>
        <legend id={`${id}-legend`} className="st-label">
          {say('content.source')}
        </legend>
        {kinds.map((one) => (
          <div key={one} className="st-content-kind">
            <input
              id={`${id}-${one}`}
              type="radio"
              name={id}
              checked={kind === one}
              aria-describedby={`${id}-${one}-hint`}
              onChange={() => setKind(one)}
            />
            <span>
              <label htmlFor={`${id}-${one}`}>{say(`content.source-kind.${one}`)}</label>
              <span id={`${id}-${one}-hint`} className="st-quiet st-block">
                {one === current && `${say('content.source-now')} · `}
                {say(`content.source-kind.${one}-hint`)}
              </span>
            </span>
          </div>
        ))}
      </fieldset>
      {kind === 'url' && (
        <AddressForm
          part={part}
          folder={folder}
          content={content}
          onUse={(source) => change(setSource(content, list, source))}
        />
      )}
      {kind === 'studio' && current !== 'studio' && (
        <SwitchBack
          content={content}
          list={list}
          after={readEntries(content, list)}
          action={say('content.source-to-studio')}
          onConfirm={() => change(moveToStudio(content, list, listEntries(content, list)))}
        />
      )}
      {kind === 'file' && current !== 'file' && (
        <SwitchBack
          content={content}
          list={list}
          after={readEntries({ documents: {}, folder: content.folder }, list)}
          action={say('content.source-to-file')}
          onConfirm={() => change(returnToFile(content, list))}
        />
      )}
    </>
  );
}

/** Renders what changes in a list if it has another source, and the button that does it. */
function SwitchBack({
  content,
  list,
  after,
  action,
  onConfirm,
}: {
  readonly content: DraftContent;
  readonly list: ContentList;
  readonly after: readonly ContentEntry[];
  readonly action: string;
  readonly onConfirm: () => void;
}): ReactNode {
  const { say } = useStudio();
  const before = readEntries(content, list);
  const difference = compareLists(list, before, after);
  const naming =
    list.type === 'office'
      ? before.filter(
          (entry) =>
            !after.some(({ id }) => String(id) === String(entry.id)) &&
            findPagesOfOffice(content, String(entry.id)).length > 0,
        ).length
      : 0;
  return (
    <section className="st-pane st-content-switch" aria-labelledby="st-content-switch">
      <h2 id="st-content-switch">{say('content.source-effect')}</h2>
      <DifferenceText difference={difference} />
      {naming > 0 && (
        <p className="st-notice st-notice--warning">{say('content.source-named', { count: naming })}</p>
      )}
      <p className="st-hint">{say('content.source-draft')}</p>
      <button type="button" className="st-button st-button--primary" onClick={onConfirm}>
        {action}
      </button>
    </section>
  );
}

import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Form, Values } from '#engine';
import { isSameJson } from '#engine/json-schema/values.ts';
import { EnquiryFields, type EnquiryFieldsHandle } from '#widgets';
import { CollisionsAt } from '../draft/collision-notices.tsx';
import { useStudio } from '../draft/context.ts';
import { FindingDetail } from '../ui/finding-text.tsx';
import { findPagesOfOffice, getEntryKey, removeEntry, setProperty, toAnswers } from './content-edits.ts';
import type { DraftContent } from './content-lists.ts';
import { type ContentEntry, type ContentList, contentLists, getProperty } from './content-lists.ts';
import { useContentPlan } from './use-content.ts';
import { WaitingEnquiries } from './waiting-enquiries.tsx';

export interface EntryEditorProps {
  /** The content form, whose type with the list's key has the fields. */
  readonly form: Form;
  readonly content: DraftContent;
  readonly list: ContentList;
  readonly entry: ContentEntry;
  /**
   * The target of the focus: the name of a field, `first` for an entry that was just added, or `title` for one that
   * was chosen by keyboard or by an address: the other entries need not be passed. Empty for none.
   */
  readonly focused: string;
  readonly isReadOnly: boolean;
  /** The reasons for which the entry cannot be used. */
  readonly reasons: readonly string[];
  /** The comments on the entry. */
  readonly comments: ReactNode;
  /** Called with the new key of the entry, if a property that is its key was changed, and with none if it is gone. */
  readonly onRenamed: (key: string) => void;
}

/** Renders the properties of an entry of the content as a form. Each answer becomes an edit of the draft. */
export function EntryEditor({
  form,
  content,
  list,
  entry,
  focused,
  isReadOnly,
  reasons,
  comments,
  onRenamed,
}: EntryEditorProps): ReactNode {
  const { say, store, locale, announce } = useStudio();
  const fields = useRef<EnquiryFieldsHandle>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const latest = useRef<Values>({});
  const answers = useMemo(() => {
    latest.current = reuseAnswers(toAnswers(list, entry), latest.current);
    return latest.current;
  }, [list, entry]);
  const plan = useContentPlan(form, { content, list, entry, answers, isReadOnly });
  const label = list.getLabel(entry) || say('content.unnamed');
  const path = list.type === 'page' ? String(entry.path) : '';
  const place = `${list.document} ${getEntryKey(list, entry)}`;

  useEffect(() => {
    if (focused === '') return;
    if (focused === 'title') {
      title.current?.focus();
      return;
    }
    fields.current?.focusField(focused === 'first' ? (Object.keys(list.properties)[0] ?? '') : focused);
    // A new entry has a made-up name: what is typed replaces it.
    const element = document.activeElement;
    if (focused === 'first' && element instanceof HTMLInputElement) element.select();
  }, [focused, list]);

  /** Applies an answer to the draft. A new key of the entry is reported. */
  function changeProperty(field: string, answer: unknown): void {
    if (isReadOnly) return;
    latest.current = { ...latest.current, [field]: answer };
    const patches = setProperty(content, list, { entry, field, answer });
    if (patches.length === 0) return;
    const title = { key: 'content-changed', values: { entry: label } } as const;
    store.perform({ title, patches, group: `${place} ${field}` });
    const isKey = getProperty(list, field, entry)?.path.join('.') === list.key;
    if (isKey) onRenamed(String(answer));
  }

  /** Removes the entry, and an office from the pages that name it, and announces that. */
  function remove(): void {
    store.perform({
      title: { key: 'content-removed', values: { entry: label } },
      patches: removeEntry(content, list, entry),
    });
    announce(say('content.removed', { entry: label }));
    onRenamed('');
  }

  const pages = list.type === 'office' ? findPagesOfOffice(content, String(entry.id)) : [];
  return (
    <section className="st-pane st-content-editor" aria-labelledby="st-content-title">
      <h2 id="st-content-title" ref={title} tabIndex={-1}>
        <bdi>{label}</bdi>
      </h2>
      {path !== '' && (
        <p className="st-hint">
          <a href={path} target="_blank" rel="noopener">
            {say('content.open-page')}
          </a>
        </p>
      )}
      <CollisionsAt group={place} />
      {reasons.map((reason) => (
        <div key={reason} className="st-notice st-notice--error">
          <FindingDetail reason={reason} />
        </div>
      ))}
      <div className="sw-section st-panel-form">
        <EnquiryFields
          handle={fields}
          form={form}
          plan={plan}
          entered={answers}
          problems={[]}
          messageOf={() => ''}
          idPrefix="content"
          locale={locale}
          commitOn="blur"
          onChange={changeProperty}
          onInput={() => undefined}
          headingLevel={3}
        />
      </div>
      {comments}
      {!isReadOnly && (
        <div className="st-actions">
          {pages.length > 0 && (
            <p className="st-hint">
              {say('content.office-on-pages', {
                count: pages.length,
                pages: new Intl.ListFormat(locale, { type: 'conjunction' }).format(
                  pages.slice(0, 3).map(contentLists.pages.getLabel),
                ),
              })}
            </p>
          )}
          {list.type === 'office' && <WaitingEnquiries office={String(entry.id)} />}
          <button type="button" className="st-button" onClick={remove}>
            {say(list.words.remove)}
          </button>
        </div>
      )}
    </section>
  );
}

/**
 * Returns the answers, with the former object of each that is equal to it: a list that is another object counts as
 * replaced from outside, and its field would be mounted again without the focus.
 */
function reuseAnswers(answers: Values, former: Values): Values {
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [
      name,
      isSameJson(former[name], value) ? former[name] : value,
    ]),
  );
}
